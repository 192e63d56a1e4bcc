/** Property lists, against Python's own reader and writer (plistlib) as the independent oracle. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { type PlistValue, parsePlist } from '../../main/policies/plist.ts';
import { plist } from '../packaging/builder-parts.ts';

/** Reads lists of JSON values, with tags for what JSON lacks, and writes each as a property list; answers base64. */
const WRITER = `
import base64, datetime, json, plistlib, sys
def made(value):
    if isinstance(value, list): return [made(one) for one in value]
    if isinstance(value, dict):
        if '$date' in value: return datetime.datetime.fromtimestamp(value['$date'], datetime.timezone.utc).replace(tzinfo=None)
        if '$data' in value: return base64.b64decode(value['$data'])
        return {key: made(one) for key, one in value['$dict']}
    return value
given = json.load(sys.stdin)
form = plistlib.FMT_BINARY if sys.argv[1] == 'binary' else plistlib.FMT_XML
json.dump([base64.b64encode(plistlib.dumps(made(one), fmt=form, sort_keys=False)).decode() for one in given], sys.stdout)
`;
/** Reads one property list and says whether it is one. */
const READER = 'import plistlib, sys; plistlib.loads(sys.stdin.buffer.read())';

function python(code: string, args: readonly string[], input: string | Uint8Array): string {
  return execFileSync('python3', ['-c', code, ...args], {
    input,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

function hasPython(): boolean {
  try {
    python('import plistlib', [], '');
    return true;
  } catch {
    return false;
  }
}

/** Text that XML can hold: no control but tab and line feed, no half of a pair, nothing that isn't a character. */
const text = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((value) =>
    [...value].filter((sign) => /[\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(sign)).join(''),
  );
const value = fc.letrec<{ any: PlistValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Number.isInteger(one)),
    text,
    fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000)),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie('any'), { maxLength: 20 }),
    fc.dictionary(text, tie('any'), { maxKeys: 20 }),
  ),
})).any;

function tagged(value: PlistValue): unknown {
  if (value instanceof Date) return { $date: value.getTime() / 1000 };
  if (value instanceof Uint8Array) return { $data: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(tagged);
  if (typeof value !== 'object') return value;
  return { $dict: Object.entries(value).map(([key, one]) => [key, tagged(one)]) };
}

/** In one form, whatever the prototypes. */
const plain = (value: unknown) => JSON.stringify(tagged(value as PlistValue));

describe.runIf(hasPython())('what Python writes', () => {
  test.each(['binary', 'xml'])('is read as it was meant: %s', (form) => {
    const values = fc.sample(value, 400);
    const written = JSON.parse(python(WRITER, [form], JSON.stringify(values.map(tagged)))) as string[];
    for (const [index, base64] of written.entries()) {
      expect(plain(parsePlist(Buffer.from(base64, 'base64')))).toBe(plain(values[index]));
    }
  });

  test('damaged anywhere is read as some value or refused, in a moment; never another error', () => {
    const values = [{ theme: 'night', profiles: [{ name: 'A', list: [1, 2.5, true] }], date: new Date(0) }];
    for (const form of ['binary', 'xml']) {
      const [base64 = ''] = JSON.parse(
        python(WRITER, [form], JSON.stringify(values.map(tagged))),
      ) as string[];
      const sound = Buffer.from(base64, 'base64');
      fc.assert(
        fc.property(fc.nat(sound.length - 1), fc.nat(255), fc.nat(sound.length), (at, byte, length) => {
          const hurt = Buffer.from(sound);
          hurt[at] = byte;
          for (const one of [hurt, hurt.subarray(0, length)]) {
            try {
              parsePlist(one);
            } catch (error) {
              expect(error).toBeInstanceOf(TripKitError);
            }
          }
        }),
        { numRuns: 2000 },
      );
    }
  });

  test('what another library writes as XML is a list to Python and the same to us', () => {
    const values = { theme: 'night', n: 3, list: ['a & b', '<c>', '"é"'], on: true, none: {} };
    const xml = plist.build(values);
    python(READER, [], xml);
    expect(parsePlist(Buffer.from(xml))).toEqual(values);
  });
});

describe('by hand', () => {
  const xml = (inner: string) =>
    parsePlist(
      Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">${inner}</plist>\n`),
    );

  test('the forms of XML', () => {
    expect(xml('<!-- a --><string>a&#65;&#x42;&lt;<![CDATA[<&]]>\r\nb</string>')).toBe('aAB<<&\nb');
    expect(xml('<integer> -0x1F </integer>')).toBe(-31);
    expect(xml('<integer>+7</integer>')).toBe(7);
    expect(xml('<real>-1.5e3</real>')).toBe(-1500);
    expect(xml('<dict><key>__proto__</key><true/><key/><false></false></dict>')).toEqual(
      Object.fromEntries([
        ['__proto__', true],
        ['', false],
      ]),
    );
    expect(xml('<array><string/><data/><array/><dict/></array>')).toEqual(['', new Uint8Array(), [], {}]);
    expect(parsePlist(Buffer.from('\uFEFF<plist><true/></plist>'))).toBe(true);
  });

  test.each([
    ['', /plist ends and never began/],
    ['<dict', /no tag/],
    ['<string>a', /string doesn’t end/],
    ['<string>&unknown;</string>', /string doesn’t end/],
    ['<string>&#x110000;</string>', /no character/],
    ['<integer>seven</integer>', /no number/],
    ['<integer/>', /no tag|no number|doesn’t end/],
    ['<date>soon</date>', /date holds none/],
    ['<dict><string>a</string></dict>', /a key is missing/],
    ['<set/>', /isn’t known/],
    ['</dict>', /never began/],
    ['<true/><true/>', /something follows/],
  ])('refused with a word why: %s', (inner, why) => {
    expect(() => xml(inner)).toThrow(why);
  });

  test('too deep, or too much', () => {
    expect(() => xml('<array>'.repeat(70) + '</array>'.repeat(70))).toThrow(/64 levels/);
    expect(() => xml(`<array>${'<true/>'.repeat(100_001)}</array>`)).toThrow(/100000 values/);
  });

  test('entities of a document type, which may grow without end, are refused', () => {
    const bomb = '<!DOCTYPE plist [<!ENTITY a "aaaa">]><plist><string>&a;</string></plist>';
    expect(() => parsePlist(Buffer.from(bomb))).toThrow(/no tag/);
  });

  test('a short binary file that means a huge value, or one without end, is refused', () => {
    // Ten lists, each of ten times the next one: 10^10 values in 200 bytes; and a list that holds itself.
    expect(() => parsePlist(nested(10, (level) => level + 1))).toThrow(/100000 values/);
    expect(() => parsePlist(nested(1, () => 0))).toThrow(/64 levels/);
    // A megabyte of data, or of text, that a list names 200 times.
    for (const kind of [0x4f, 0x5f]) {
      const large = Buffer.concat([
        Buffer.from([kind, 0x12, 0, 0x10, 0, 0]),
        Buffer.alloc(1024 * 1024, 0x61),
      ]);
      expect(() => parsePlist(binary([listOf(200), large]))).toThrow(/16777216 bytes/);
      expect(parsePlist(binary([listOf(10), large]))).toHaveLength(10);
    }
  });

  test('neither form', () => {
    expect(() => parsePlist(Buffer.from([0xff, 0xfe, 0]))).toThrow(/neither a binary one nor UTF-8/);
    expect(() => parsePlist(Buffer.from('bplist00'))).toThrow(/ends too early/);
    expect(() => parsePlist(Buffer.from('{"theme":"night"}'))).toThrow(/no tag/);
  });
});

/** Lists of ten references each, the last of them to `true`. @param inner the object that a list names ten times */
function nested(levels: number, inner: (level: number) => number): Buffer {
  const objects = Array.from({ length: levels }, (_, level) =>
    Buffer.from([0xaa, ...Array.from({ length: 10 }, () => inner(level))]),
  );
  objects.push(Buffer.from([0x09]));
  return binary(objects);
}

/** A list that names the second object so many times, at most 255. */
function listOf(times: number): Buffer {
  return Buffer.from([0xaf, 0x10, times, ...Array.from({ length: times }, () => 1)]);
}

/** A file of these objects, the first of which is its value. */
function binary(objects: readonly Buffer[]): Buffer {
  const offsets: Buffer[] = [];
  let at = 8;
  for (const { length } of objects) {
    offsets.push(Buffer.alloc(4));
    offsets.at(-1)?.writeUInt32BE(at);
    at += length;
  }
  const trailer = Buffer.alloc(32);
  trailer[6] = 4;
  trailer[7] = 1;
  trailer.writeBigUInt64BE(BigInt(objects.length), 8);
  trailer.writeBigUInt64BE(BigInt(at), 24);
  return Buffer.concat([Buffer.from('bplist00'), ...objects, ...offsets, trailer]);
}
