import type { ServiceMessage } from '../common/failure.ts';
import { registerSecret } from '../common/redact.ts';
import { encodePathParameter } from '../profile/path-parameter.ts';
import { answerFailure, type BearerCallOptions, bearerCall, unreadableAnswer } from './bearer-call.ts';
import { isRecord, readMessages } from './messages.ts';

/** Access parameters are long; shorter values (a version, a number of seconds) occur in texts by chance. Characters. */
const MIN_ACCESS_VALUE = 12;

/** The two states of a kit that the service shows (interface document, "States and transitions"). */
export type TripKitPdf =
  | { state: 'generating'; messages: ServiceMessage[] }
  | {
      state: 'generated';
      /** Its query may contain access parameters: a secret, for the download only. */
      url: string;
      messages: ServiceMessage[];
    };

/**
 * Asks whether a trip kit's PDF is available (interface document, 4.3).
 *
 * @throws CallFailure
 */
export async function getTripKitPdf(
  options: BearerCallOptions & { tripkit_id: string },
): Promise<TripKitPdf> {
  const company = encodePathParameter(options.profile.company_code);
  const kit = encodePathParameter(options.tripkit_id);
  const path = `/v1/companies/${company}/tripkits/${kit}/pdf`;
  const { answer, json, place } = await bearerCall(options, { method: 'GET', path });
  // The status alone is enough: an empty body is no reason to stop waiting.
  if (answer.status === 202) return { state: 'generating', messages: readMessages(json) };
  if (answer.status !== 200) throw answerFailure(answer, place);
  const unreadable = (condition: string, what: string) =>
    unreadableAnswer(answer, place, condition, `says that the kit is there, but ${what}`, {
      advice: 'Try again later; if it stays so, tell the service’s operator.',
    });
  if (!isRecord(json)) throw unreadable('bad_json', 'its answer can’t be read');
  const { url } = json;
  if (typeof url !== 'string' || url === '') throw unreadable('no_url', 'not where its PDF is');
  return { state: 'generated', url, messages: messagesBeside(url, json) };
}

/** The messages of an answer with a secret URL, which the messages might repeat. */
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
