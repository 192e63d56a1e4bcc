import type { ServiceMessage } from '../common/failure.ts';

/** Message codes that the app acts on (interface document, "Known message codes"). */
export const messageCode = {
  originNotCovered: '201',
  generating: '202',
  alternateNotCovered: '203',
  routePointsAmbiguous: '205',
  authenticationFailure: '301',
} as const;

/** So many messages are kept of one answer; a sane answer has a handful. */
const MAX_MESSAGES = 100;
const MAX_TEXT = 2000;

/** JSON of a body, or undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The messages of an answer, as they came: unknown codes and types are kept. What is no message at all is left out, so
 * that one odd entry never hides the others.
 */
export function readMessages(json: unknown): ServiceMessage[] {
  const list = isRecord(json) ? json.messages : undefined;
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_MESSAGES).flatMap((entry: unknown) => {
    if (!isRecord(entry)) return [];
    const message = { code: text(entry.code), type: text(entry.type), message: text(entry.message) };
    return message.code || message.message ? [message] : [];
  });
}

/** The texts of the messages in one sentence, for the end of a failure's sentence; '' where there are none. */
export function quoteMessages(messages: readonly ServiceMessage[]): string {
  const texts = messages.map(({ code, message }) => (code ? `${message} (code ${code})` : message));
  return texts.length ? ` The service says: ${texts.slice(0, 5).join('; ')}.` : '';
}

/** Whether `value` is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Control characters could rewrite a terminal or a log line; they become spaces. */
function text(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);
}
