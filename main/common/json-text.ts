/**
 * Reads JSON text and says where it is broken. V8's own messages quote the text, which may be a secret, and do not
 * always name the place; this names line and column and quotes nothing.
 */
import { TripKitError } from './errors.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Nesting beyond this is refused, so that code that walks a value can't run out of stack. */
const MAX_DEPTH = 64;

const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/**
 * The value of a JSON text; a byte order mark at its start is dropped.
 *
 * @param what what the text is, as the subject of a sentence, for example `The profile`.
 * @throws TripKitError of kind `config`, naming line and column of the first character that is wrong.
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

/** Offset of the first character that can't stand where it does in JSON (RFC 8259); null where the text is sound. */
export function jsonErrorOffset(text: string): number | null {
  let at = 0;
  const take = (token: RegExp): boolean => {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return false;
    at = token.lastIndex;
    return true;
  };
  const takeChar = (char: string): boolean => {
    if (text[at] !== char) return false;
    at += 1;
    return true;
  };
  /** Reads a string; false leaves `at` on its first wrong character. A loop, because a long string exhausts a regular expression. */
  const takeString = (): boolean => {
    if (!takeChar('"')) return false;
    for (;;) {
      if (takeChar('"')) return true;
      if (text[at] === '\\') {
        if (!take(ESCAPE)) return false;
      } else if (at >= text.length || text.charCodeAt(at) < 0x20) return false;
      else at += 1;
    }
  };
  /** Reads `"key" :`; false leaves `at` on the wrong character. */
  const takeKey = (): boolean => {
    if (!takeString()) return false;
    take(SPACE);
    return takeChar(':');
  };

  const open: ('}' | ']')[] = [];
  let wantValue = true;
  for (;;) {
    take(SPACE);
    if (wantValue) {
      const closer = text[at] === '{' ? '}' : text[at] === '[' ? ']' : null;
      if (closer !== null) {
        at += 1;
        take(SPACE);
        if (takeChar(closer)) {
          wantValue = false;
          continue;
        }
        open.push(closer);
        if (closer === '}' && !takeKey()) return at;
        continue;
      }
      if (text[at] === '"' ? !takeString() : !take(SCALAR)) return at;
      wantValue = false;
      continue;
    }
    const closer = open.at(-1);
    if (closer === undefined) return at === text.length ? null : at;
    if (takeChar(closer)) {
      open.pop();
      continue;
    }
    if (!takeChar(',')) return at;
    take(SPACE);
    if (closer === '}' && !takeKey()) return at;
    wantValue = true;
  }
}

/** Whether lists and objects are nested deeper than `limit`; needs no stack. */
function isDeeper(value: JsonValue, limit: number): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    const next: JsonValue[] = [];
    for (const item of level) {
      if (typeof item === 'object' && item !== null)
        for (const inner of Object.values(item)) next.push(inner);
    }
    level = next;
  }
  return false;
}
