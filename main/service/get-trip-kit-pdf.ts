import type { ServiceMessage } from '../common/failure.ts';
import { registerSecret } from '../common/redact.ts';
import { encodePathParameter } from '../profile/path-parameter.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import { answerFailure, bearerHeaders, unreadableAnswer } from './bearer-answer.ts';
import type { Connection } from './connection.ts';
import { isRecord, readJson, readMessages } from './messages.ts';

/** Access parameters are long; shorter ones (a version, a number of seconds) stand in texts by chance. Characters. */
const MIN_ACCESS_VALUE = 12;

/** The two states of a kit as the service shows them (interface document, "States and transitions"). */
export type TripKitPdf =
  | { state: 'generating'; messages: ServiceMessage[] }
  | {
      state: 'generated';
      /** May carry access parameters in its query: a secret, for the download only. */
      url: string;
      messages: ServiceMessage[];
    };

/**
 * Asks whether a trip kit's PDF is there (interface document, 4.3).
 *
 * @throws CallFailure
 */
export async function getTripKitPdf(options: {
  connection: Connection;
  profile: ServiceProfile;
  token: string;
  tripkit_id: string;
  now: () => number;
  signal?: AbortSignal | undefined;
}): Promise<TripKitPdf> {
  const { profile } = options;
  const base = new URL(profile.base_url);
  const company = encodePathParameter(profile.company_code);
  const kit = encodePathParameter(options.tripkit_id);
  const answer = await options.connection.call({
    origin: base.origin,
    path: `${base.pathname.replace(/\/$/, '')}/v1/companies/${company}/tripkits/${kit}/pdf`,
    method: 'GET',
    headers: bearerHeaders(profile.user_agent, options.token),
    signal: options.signal,
  });
  const place = { host: base.host, now: options.now() };
  const body = readJson(answer.text);
  const json = isRecord(body) ? body : undefined;
  // The status alone says it: an empty body is no reason to stop waiting.
  if (answer.status === 202) return { state: 'generating', messages: readMessages(json) };
  if (answer.status !== 200) throw answerFailure(answer, place);
  if (!json) {
    throw unreadableAnswer(
      answer,
      place,
      'bad_json',
      'said that the kit is there, but its answer can’t be read. Try again later; if it stays so, tell the service’s operator.',
    );
  }
  if (typeof json.url !== 'string' || json.url === '') {
    throw unreadableAnswer(
      answer,
      place,
      'no_url',
      'said that the kit is there, but not where its PDF is. Try again later; if it stays so, tell the service’s operator.',
    );
  }
  return { state: 'generated', url: json.url, messages: messagesBeside(json.url, json) };
}

/** The messages of an answer that carries a secret URL, which they might repeat. */
function messagesBeside(url: string, json: unknown): ServiceMessage[] {
  const { search } = URL.parse(url) ?? { search: '' };
  const values = [...new URLSearchParams(search).values()].filter(({ length }) => length >= MIN_ACCESS_VALUE);
  const unregister = [search.slice(1), ...values].map(registerSecret);
  try {
    return readMessages(json);
  } finally {
    for (const end of unregister) end();
  }
}
