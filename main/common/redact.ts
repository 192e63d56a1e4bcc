/**
 * The only place for redaction: everything that goes to a log, a stored error text or a diagnostics bundle passes through
 * `redactText`. It removes text that looks like a secret, and every registered secret in all forms in which it may appear.
 *
 * Texts may be hostile and long. Each pattern reads a text once, so repetitions are bounded or matched as a whole.
 */
import type { Failure, ServiceMessage } from './failure.ts';
import type { Log } from './log.ts';

/** Replaces removed text. Shorter than any registered secret, so it can't contain one. */
export const MARK = '[…]';

/** Shorter texts occur in logs by chance too often. Characters. */
const MIN_SECRET = 4;

/** How many times each secret is registered. */
const registered = new Map<string, number>();
let pattern: RegExp | null = null;

/**
 * Redacts `value` from now on, also in base64 (at any offset in a longer text), base64url, hex, percent-encoded and
 * JSON-escaped. Values of less than 4 characters are not registered.
 *
 * @returns a function that ends the registration; a value registered twice must be ended twice
 */
export function registerSecret(value: string): () => void {
  if (value.length < MIN_SECRET) return () => {};
  registered.set(value, (registered.get(value) ?? 0) + 1);
  pattern = null;
  let active = true;
  return () => {
    if (!active) return;
    active = false;
    const left = (registered.get(value) ?? 1) - 1;
    if (left > 0) registered.set(value, left);
    else registered.delete(value);
    pattern = null;
  };
}

/** A URL for a log: without credentials, query and fragment; `?…` replaces the latter two. Accepts any text. */
export function redactUrl(url: string): string {
  const end = url.search(/[?#]/);
  const place = (end < 0 ? url : url.slice(0, end)).replace(
    /^([a-z][a-z0-9+.-]*:)?([/\\]{2})[^/\\]*@/i,
    (_all, scheme: string | undefined, slashes: string) => `${scheme ?? ''}${slashes}`,
  );
  return end < 0 ? place : `${place}?…`;
}

/** `text` without secrets: registered ones, PEM blocks, URL queries and credentials, tokens, and values of secret names. */
export function redactText(text: string): string {
  pattern ??= secretsPattern();
  const known = pattern === null ? text : text.replace(pattern, MARK);
  const unlinked = known
    .replace(PEM, MARK)
    .replace(URLS, (url) => redactUrl(url))
    .replace(AUTHORIZATION, `$1 ${MARK}`)
    .replace(HANDSHAKE, `$1 ${MARK}`)
    .replace(COOKIE, `$1${MARK}`)
    .replace(AGE_KEY, MARK);
  return redactQuoted(unlinked)
    .replace(NAMED, `$1${MARK}`)
    .replace(PARTS, (parts) => (parts.includes('.eyJ') ? MARK : parts));
}

/** The beginning of an entry in the app's log. */
const ENTRY = /^(?=\d{4}-\d\d-\d\dT)/m;

/** Lines of the app's log without secrets. Entries are redacted one by one, so a secret that is cut off does not affect the next entry. */
export function redactLog(lines: string): string {
  return lines.split(ENTRY).map(redactText).join('');
}

/** A failure without secrets in its texts, for the database, the renderer and the diagnostics file. */
export function redactFailure(failure: Failure): Failure {
  return {
    ...failure,
    message: redactText(failure.message),
    ...(failure.messages ? { messages: failure.messages.map(redactMessage) } : {}),
  };
}

/** A message of the service without secrets: it may repeat what we sent. */
export function redactMessage({ code, type, message }: ServiceMessage): ServiceMessage {
  return { code: redactText(code), type: redactText(type), message: redactText(message) };
}

/** A log whose texts and causes are redacted before they reach `sink`. */
export function redactingLog(sink: Log): Log {
  return {
    info: (text) => sink.info(redactText(text)),
    warn: (text) => sink.warn(redactText(text)),
    error: (text, cause) => {
      if (cause === undefined) sink.error(redactText(text));
      else sink.error(redactText(text), redactText(describe(cause)));
    },
  };
}

/** A block without an end extends to the end of the text. */
const PEM = /-----BEGIN [A-Z0-9 ]{1,60}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,60}-----|$)/g;
const URLS = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>`]+/gi;
/** RFC 6750 and RFC 7617, in a header or a sentence; token68 characters. */
const AUTHORIZATION = /\b(Bearer|Basic)\s+(?!\[…\])[\w.~+/=-]{4,}/gi;
/** RFC 4559 and NTLM's handshake. Both are also ordinary words; in sentences, a shorter word follows them. */
const HANDSHAKE = /\b(Negotiate|NTLM)\s+[\w+/=]{16,}/gi;
/** RFC 6265: the rest of the header's line. */
const COOKIE = /\b((?:Set-)?Cookie:[ \t]?)(?!\[…\])[^\s][^\r\n]*/gi;
/** A key of age (C2SP age: "AGE-SECRET-KEY-1…", Bech32). */
const AGE_KEY = /\bAGE-SECRET-KEY-[0-9A-Z-]+/gi;
const SECRET_NAME =
  '(?:(?:access_?|refresh_?|id_?|session_?|auth_?)?token|api[-_]?key|client_?secret|passphrase|password|passwd|pwd|secret|signature|sig|x-amz-[\\w-]{1,40}|x-goog-[\\w-]{1,40}|awsaccesskeyid)';
/** The beginning of a secret name, which may end a longer name, as in `TRIPKIT_PASSPHRASE`. */
const NAME_BEGINS = '(?<![a-zA-Z0-9])';
/** `access_token=…` in a fragment, form or query. */
const NAMED = new RegExp(`${NAME_BEGINS}(${SECRET_NAME}=)(?!\\[…\\])[^\\s&"'<>]+`, 'gi');
/** The name of a value and its opening quote: `"access_token":"…"`, as in JSON and inspected objects. */
const NAME_AND_QUOTE = new RegExp(`${NAME_BEGINS}${SECRET_NAME}["']?\\s*:\\s*(["'])`, 'gi');
/** RFC 7519: three parts in base64url, the first two JSON objects. Matches a run of parts that may contain such a token. */
const PARTS = /\beyJ[\w-]*(?:\.[\w-]+)*/g;

/**
 * `text` without the quoted values of secret names; an unclosed value extends to the end of the text. No pattern reads the values:
 * it would store every place that it could backtrack to, and V8 has room for a few million of them.
 */
function redactQuoted(text: string): string {
  let kept = '';
  let from = 0;
  for (const found of text.matchAll(NAME_AND_QUOTE)) {
    const begin = found.index + found[0].length;
    // A name inside the previous value is not a name.
    if (begin <= from) continue;
    kept += text.slice(from, begin) + MARK;
    from = endOfQuoted(text, begin, found[1] ?? '"');
  }
  return kept + text.slice(from);
}

/** Where the quoted text that begins at `begin` is closed; the end of the text if it is not closed. */
function endOfQuoted(text: string, begin: number, quote: string): number {
  for (let index = begin; index < text.length; index += 1) {
    if (text[index] === quote) return index;
    if (text[index] === '\\') index += 1;
  }
  return text.length;
}

function secretsPattern(): RegExp | null {
  const forms = new Set([...registered.keys()].flatMap(formsOf));
  if (forms.size === 0) return null;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  const forms = [secret, JSON.stringify(secret).slice(1, -1), hex, hex.toUpperCase()];
  const base64 = [bytes.toString('base64'), ...base64Inside(bytes)];
  forms.push(
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
  );
  const percent = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams({ x: secret }).toString().slice(2);
  for (const encoded of [percent, form]) {
    forms.push(
      encoded,
      encoded.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
    );
  }
  return forms.filter((text) => text.length >= MIN_SECRET);
}

/** The part of a longer text's base64 that depends only on these bytes, for each of the three possible offsets. */
function base64Inside(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const own = cause.stack ?? `${cause.name}: ${cause.message}`;
  return cause.cause === undefined || cause.cause === cause
    ? own
    : `${own}\nCaused by: ${describe(cause.cause)}`;
}
