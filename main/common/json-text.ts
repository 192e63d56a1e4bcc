/**
 * Parses JSON text and reports where it is invalid. V8's own messages quote the text, which may be a secret, and do not
 * always give the position. These messages give line and column and quote nothing.
 */
import { TripKitError } from './errors.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Deeper nesting is refused, so that code that walks a value can't overflow the stack. */
const MAX_DEPTH = 64;

/** Tokens of RFC 8259, each with the white space that may follow. Strings of any length are read piece by piece. */
const SPACE = /[ \t\n\r]*/y;
const OBJECT = /\{[ \t\n\r]*/y;
const LIST = /\[[ \t\n\r]*/y;
const COLON = /:[ \t\n\r]*/y;
const COMMA = /,[ \t\n\r]*/y;
const QUOTE = /"/y;
const STRING_PIECE = /[ !#-[\]-\uffff]{1,4096}|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The value of a JSON text; undefined if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses a JSON text. A byte order mark at its start is ignored.
 *
 * @param what the subject of the error's sentence, such as `The profile`
 * @throws TripKitError of kind `config` that gives line and column of the first wrong character
 */
export function parseJsonText(text: string, what: string): JsonValue {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let value: JsonValue;
  try {
    value = JSON.parse(body) as JsonValue;
  } catch {
    throw new TripKitError('config', syntaxMessage(body, what), { condition: 'json_syntax' });
  }
  if (isDeeper(value, MAX_DEPTH)) {
    throw new TripKitError('config', `${what} is nested more than ${MAX_DEPTH} levels deep. Simplify it.`, {
      condition: 'json_depth',
    });
  }
  return value;
}

function syntaxMessage(text: string, what: string): string {
  if (/^\s*$/.test(text)) return `${what} is empty. Choose the file that you were given.`;
  const offset = jsonErrorOffset(text) ?? text.length;
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = (before.at(-1)?.length ?? 0) + 1;
  const end = offset >= text.length ? ', where the text ends too early' : '';
  return `${what} is not valid JSON: line ${before.length}, column ${column}${end}. Correct it there and try again.`;
}

/**
 * Offset of the first character that JSON (RFC 8259) does not allow there; null if the text is valid. jsonc-parser is not used:
 * it gives the start of the token, overflows the stack on deep nesting and can't be lazily loaded here.
 */
export function jsonErrorOffset(text: string): number | null {
  let at = 0;
  const take = (token: RegExp): boolean => {
    token.lastIndex = at;
    if (!token.test(text)) return false;
    at = token.lastIndex;
    return true;
  };
  const takeString = (): boolean => {
    if (!take(QUOTE)) return false;
    while (take(STRING_PIECE));
    return take(QUOTE);
  };
  const takeKey = (): boolean => takeString() && take(SPACE) && take(COLON);

  const open: ('}' | ']')[] = [];
  take(SPACE);
  for (;;) {
    const closer = text[at] === '{' ? '}' : ']';
    if (take(OBJECT) || take(LIST)) {
      open.push(closer);
      if (text[at] !== closer) {
        if (closer === '}' && !takeKey()) return at;
        continue;
      }
    } else if (text[at] === '"' ? !takeString() : !take(SCALAR)) return at;
    // A value has ended: the lists and objects around it may end too.
    for (take(SPACE); open.length > 0 && text[at] === open.at(-1); take(SPACE)) {
      open.pop();
      at += 1;
    }
    if (open.length === 0) return at === text.length ? null : at;
    if (!take(COMMA) || (open.at(-1) === '}' && !takeKey())) return at;
  }
}

/** Whether lists and objects are nested deeper than `limit`. Not recursive. */
function isDeeper(value: JsonValue, limit: number): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
