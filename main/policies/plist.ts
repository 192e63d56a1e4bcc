/**
 * Reads property lists of Apple's, the binary form (CoreFoundation, CFBinaryPList.c) and the XML one (plist(5)): what MDM puts on a
 * Mac are files of either. Our own, so that no program has to be started for it; limits keep a hostile file from taking the
 * memory. Anything that isn't understood is refused.
 */
import { TripKitError } from '../common/errors.ts';

/** A value of a property list. Numbers beyond 2^53 lose digits. */
export type PlistValue =
  | boolean
  | number
  | string
  | Date
  | Uint8Array
  | PlistValue[]
  | { [key: string]: PlistValue };

const MAX_DEPTH = 64;
/** A binary file may name one object many times, so that a short one can mean a huge value. */
const MAX_VALUES = 100_000;
/** Of all texts and data together, each as often as it is named. */
const MAX_CONTENT = 16 * 1024 * 1024;
const MAGIC = 'bplist00';

/**
 * The value of a property list.
 *
 * @throws TripKitError of kind `config`: it is damaged, nested deeper than 64 levels, or holds more than 100 000 values or 16 MB
 */
export function parsePlist(bytes: Uint8Array): PlistValue {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, MAGIC.length).toString('latin1') === MAGIC) return readBinary(buffer);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damaged('it is neither a binary one nor UTF-8 text');
  }
  return readXml(text);
}

function damaged(how: string): TripKitError {
  return new TripKitError('config', `It isn’t a property list that can be read: ${how}.`, {
    condition: 'managed_profile',
  });
}

/** Counts values and levels, and with `content` bytes. */
function limits() {
  let values = 0;
  let bytes = 0;
  return {
    enter(depth: number): void {
      values += 1;
      if (depth > MAX_DEPTH) throw damaged(`it is nested more than ${MAX_DEPTH} levels deep`);
      if (values > MAX_VALUES) throw damaged(`it holds more than ${MAX_VALUES} values`);
    },
    content(length: number): void {
      bytes += length;
      if (bytes > MAX_CONTENT) throw damaged(`it holds more than ${MAX_CONTENT} bytes`);
    },
  };
}

/** 2001-01-01T00:00:00Z, ms since 1970: from where dates of binary lists count. */
const EPOCH = Date.UTC(2001, 0, 1);
const TRAILER = 32;

function readBinary(buffer: Buffer): PlistValue {
  const { enter, content } = limits();
  const end = buffer.length - TRAILER;
  if (end < MAGIC.length) throw damaged('it ends too early');
  const offsetSize = buffer.readUInt8(end + 6);
  const refSize = buffer.readUInt8(end + 7);
  const count = whole(buffer, end + 8, 8);
  const table = whole(buffer, end + 24, 8);
  if (table + count * offsetSize > end) throw damaged('its table of objects ends too late');

  /** An unsigned number of so many bytes. */
  function whole(from: Buffer, at: number, size: number): number {
    if (size < 1 || size > 8 || at < 0 || at + size > from.length) throw damaged('a number lies outside');
    if (size <= 6) return from.readUIntBE(at, size);
    let value = 0n;
    for (const byte of from.subarray(at, at + size)) value = value * 256n + BigInt(byte);
    return Number(value);
  }

  function piece(at: number, size: number): Buffer {
    if (at + size > table) throw damaged('an object lies outside');
    content(size);
    return buffer.subarray(at, at + size);
  }

  /** How many there are of what the marker begins, and where that starts. */
  function lengthAt(at: number, low: number): [length: number, start: number] {
    if (low !== 0x0f) return [low, at + 1];
    const marker = piece(at + 1, 1).readUInt8(0);
    if (marker >> 4 !== 1 || (marker & 0x0f) > 3) throw damaged('a length is no number');
    const size = 1 << (marker & 0x0f);
    return [whole(piece(at + 2, size), 0, size), at + 2 + size];
  }

  function object(reference: number, depth: number): PlistValue {
    enter(depth);
    if (reference >= count) throw damaged('a reference leads nowhere');
    const at = whole(buffer, table + reference * offsetSize, offsetSize);
    const marker = piece(at, 1).readUInt8(0);
    const low = marker & 0x0f;
    const inside = (start: number, index: number) =>
      object(whole(piece(start + index * refSize, refSize), 0, refSize), depth + 1);
    switch (marker >> 4) {
      case 0x0:
        if (low === 8 || low === 9) return low === 9;
        break;
      case 0x1: {
        if (low > 4) break;
        const bytes = piece(at + 1, 1 << low);
        // Of 16 bytes, as numbers beyond 2^63 are written, the lower half counts.
        if (low === 4) return whole(bytes, 8, 8);
        return low === 3 ? Number(bytes.readBigInt64BE(0)) : whole(bytes, 0, bytes.length);
      }
      case 0x2:
        if (low === 2) return piece(at + 1, 4).readFloatBE(0);
        if (low === 3) return piece(at + 1, 8).readDoubleBE(0);
        break;
      case 0x3:
        if (low === 3) return new Date(EPOCH + piece(at + 1, 8).readDoubleBE(0) * 1000);
        break;
      case 0x4: {
        const [length, start] = lengthAt(at, low);
        return new Uint8Array(piece(start, length));
      }
      case 0x5: {
        const [length, start] = lengthAt(at, low);
        return piece(start, length).toString('latin1');
      }
      case 0x6: {
        const [length, start] = lengthAt(at, low);
        return Buffer.from(piece(start, length * 2))
          .swap16()
          .toString('utf16le');
      }
      case 0xa: {
        const [length, start] = lengthAt(at, low);
        if (length > MAX_VALUES) break;
        return Array.from({ length }, (_, index) => inside(start, index));
      }
      case 0xd: {
        const [length, start] = lengthAt(at, low);
        if (length > MAX_VALUES) break;
        const entries = Array.from({ length }, (_, index): [string, PlistValue] => {
          const key = inside(start, index);
          if (typeof key !== 'string') throw damaged('a key is no text');
          return [key, inside(start, length + index)];
        });
        return Object.fromEntries(entries);
      }
    }
    throw damaged(`an object is of a kind that isn’t known (0x${marker.toString(16)})`);
  }

  return object(whole(buffer, end + 16, 8), 0);
}

const BLANK = /[ \t\r\n]*/y;
/** What stands before the list and between its values, and means nothing. */
const ASIDE = /<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*>/y;
const TAG = /<(\/?)([a-z]+)(?: +version="[0-9.]+")? *(\/?)>/y;
const TEXT = /[^<&]+|&(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});|<!\[CDATA\[[\s\S]*?\]\]>/y;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function readXml(text: string): PlistValue {
  const { enter } = limits();
  let at = text.startsWith('\uFEFF') ? 1 : 0;

  function take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found) at = token.lastIndex;
    return found;
  }

  function where(): string {
    return `line ${text.slice(0, at).split('\n').length}`;
  }

  /** The next tag; blanks and comments before it are passed over. */
  function tag(): { name: string; kind: 'open' | 'close' | 'empty' } {
    do take(BLANK);
    while (take(ASIDE));
    const [found, slash, name = '', empty] = take(TAG) ?? [];
    if (found === undefined) throw damaged(`no tag where one has to be, ${where()}`);
    return { name, kind: slash === '/' ? 'close' : empty === '/' ? 'empty' : 'open' };
  }

  function content(name: string): string {
    let value = '';
    for (let found = take(TEXT); found; found = take(TEXT)) value += plain(found[0]);
    const end = take(TAG);
    if (end?.[1] !== '/' || end[2] !== name) throw damaged(`${name} doesn’t end, ${where()}`);
    return value;
  }

  function plain(piece: string): string {
    if (piece.startsWith('<![CDATA[')) return piece.slice(9, -3);
    if (!piece.startsWith('&')) return piece.replace(/\r\n?/g, '\n');
    const name = piece.slice(1, -1);
    if (!name.startsWith('#')) return ENTITIES[name] ?? '';
    const point = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (point > 0x10ffff) throw damaged(`${piece} is no character, ${where()}`);
    return String.fromCodePoint(point);
  }

  function number(name: string, form: RegExp): number {
    const written = content(name).trim();
    if (!form.test(written)) throw damaged(`${name} holds no number, ${where()}`);
    return Number(written.startsWith('-0x') ? -Number(written.slice(1)) : written.replace(/^\+/, ''));
  }

  function value({ name, kind }: ReturnType<typeof tag>, depth: number): PlistValue {
    enter(depth);
    if (kind === 'close') throw damaged(`${name} ends and never began, ${where()}`);
    const empty = kind === 'empty';
    switch (name) {
      case 'true':
      case 'false':
        if (!empty) content(name);
        return name === 'true';
      case 'string':
        return empty ? '' : content(name);
      case 'integer':
        return number(name, /^[+-]?(?:\d{1,20}|0x[0-9a-fA-F]{1,16})$/);
      case 'real':
        return number(name, /^[+-]?\d{1,400}(?:\.\d{0,400})?(?:[eE][+-]?\d{1,4})?$/);
      case 'date': {
        const date = new Date(content(name).trim());
        if (Number.isNaN(date.getTime())) throw damaged(`date holds none, ${where()}`);
        return date;
      }
      case 'data':
        return empty ? new Uint8Array() : new Uint8Array(Buffer.from(content(name), 'base64'));
      case 'array': {
        const list: PlistValue[] = [];
        if (!empty)
          for (let next = tag(); !isEnd(next, name); next = tag()) list.push(value(next, depth + 1));
        return list;
      }
      case 'dict': {
        const entries: [string, PlistValue][] = [];
        if (empty) return {};
        for (let next = tag(); !isEnd(next, name); next = tag()) {
          if (next.name !== 'key' || next.kind === 'close') throw damaged(`a key is missing, ${where()}`);
          const key = next.kind === 'empty' ? '' : content('key');
          entries.push([key, value(tag(), depth + 1)]);
        }
        return Object.fromEntries(entries);
      }
    }
    throw damaged(`${name} is a tag that isn’t known, ${where()}`);
  }

  const root = tag();
  if (root.name !== 'plist' || root.kind !== 'open') throw damaged('it doesn’t begin with <plist>');
  const found = value(tag(), 0);
  if (!isEnd(tag(), 'plist')) throw damaged(`something follows its value, ${where()}`);
  return found;
}

function isEnd({ name, kind }: { name: string; kind: string }, of: string): boolean {
  return kind === 'close' && name === of;
}
