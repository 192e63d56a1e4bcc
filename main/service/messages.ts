import type { ServiceMessage } from '../common/failure.ts';
import { redactText } from '../common/redact.ts';

/** Message codes that the app acts on (interface document, "Known message codes"). */
export const messageCode = {
  originNotCovered: '201',
  generating: '202',
  alternateNotCovered: '203',
  routePointsAmbiguous: '205',
  authenticationFailure: '301',
} as const;

/** Maximum of messages kept from one answer; a sane answer has a handful. */
const MAX_MESSAGES = 100;
const MAX_TEXT = 2000;
const MAX_FIELDS = 20;
const MAX_NAME = 100;
const knownFields = new Set(['code', 'type', 'message']);

/**
 * The messages of an answer, unchanged: unknown codes, types and fields are kept. Anything that is not a message is left
 * out, so one odd entry never hides the others. A secret that the service repeats is redacted: messages are stored, shown
 * and printed.
 */
export function readMessages(json: unknown): ServiceMessage[] {
  const list = isRecord(json) ? json.messages : undefined;
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_MESSAGES).flatMap((entry: unknown) => {
    if (!isRecord(entry)) return [];
    const known = { code: text(entry.code), type: text(entry.type), message: text(entry.message) };
    return known.code || known.message ? [{ ...known, ...unknownFields(entry) }] : [];
  });
}

/** The texts of the messages, to be added to the sentence of a failure; '' if there are none. */
export function quoteMessages(messages: readonly ServiceMessage[]): string {
  const texts = messages.map(({ code, message }) => {
    const text = message.replace(/\.$/, '');
    return code ? `${text} (code ${code})` : text;
  });
  return texts.length ? ` The service says: ${texts.slice(0, 5).join('; ')}.` : '';
}

/** Whether `value` is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Simple values only: nested ones have no place in a line that a person reads. */
function unknownFields(entry: Record<string, unknown>): Record<string, string | number | boolean | null> {
  const fields: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(entry).slice(0, MAX_FIELDS)) {
    if (knownFields.has(name) || name === '__proto__') continue;
    const key = text(name).slice(0, MAX_NAME);
    if (typeof value === 'string') fields[key] = text(value);
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) fields[key] = value;
  }
  return fields;
}

/** Replaces control characters by spaces: they could rewrite a terminal or a log line. */
function text(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return redactText(String(value))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);
}
