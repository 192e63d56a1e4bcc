/** What a page of a document that was taken over can say to the library's page: nothing but the shape of an answer. */
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../../renderer/documents/messages/checks.ts';
import {
  type Answers,
  type DocumentCall,
  type FromGate,
  HANDSHAKE,
} from '../../../../renderer/documents/messages/messages.ts';
import { Gate } from '../../../../renderer/viewer/document/engine/gate.ts';

class Bitmap {
  closed = false;
  readonly width: number;
  readonly height: number;
  readonly readable: boolean;
  constructor(width: number, height: number, readable = true) {
    this.width = width;
    this.height = height;
    this.readable = readable;
  }
  close() {
    this.closed = true;
  }
}
class Canvas {
  #readable = true;
  getContext() {
    return {
      drawImage: (bitmap: Bitmap) => {
        this.#readable = bitmap.readable;
      },
      getImageData: () => {
        if (!this.#readable) throw new DOMException('tainted', 'SecurityError');
      },
    };
  }
}
beforeEach(() => {
  vi.stubGlobal('ImageBitmap', Bitmap);
  vi.stubGlobal('OffscreenCanvas', Canvas);
});

const area = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
const inside = { kind: 'inside', dest: '[{"num":7,"gen":0},{"name":"Fit"}]' };
const run = { text: 'EGLL', lineEnd: true };
const placed = {
  ...run,
  left: 1,
  top: 2,
  fontHeight: 12,
  family: 'serif',
  scaleX: 1.1,
  rotate: 0,
  dir: 'ltr',
};
/** A call of each kind, and an honest answer to it. */
const honest: [DocumentCall, unknown][] = [
  [
    { name: 'open', pass: 'p', bytes: 9, file: null },
    { pageCount: 24, file: '"a"' },
  ],
  [
    { name: 'pageSize', page: 1 },
    { width: 794, height: 1123 },
  ],
  [
    { name: 'textLayer', page: 1 },
    { width: 595, height: 842, rotation: 90, runs: [placed, placed] },
  ],
  [{ name: 'text', page: 1 }, [run, { text: '', lineEnd: false }]],
  [
    { name: 'links', page: 1 },
    [
      { area, target: inside },
      { area, target: { kind: 'outside', url: 'https://x.example/' } },
    ],
  ],
  [{ name: 'comments', page: 1 }, [{ area, text: 'Note', author: '', isDrawn: false }]],
  [{ name: 'pictures', page: 1 }, [area]],
  [{ name: 'outline' }, [{ title: 'A', target: null, items: [{ title: 'B', target: inside, items: [] }] }]],
  [
    { name: 'resolve', dest: '"a"' },
    { page: 3, down: 0.5 },
  ],
];

function setUp() {
  const told: { message: FromGate; transfer: readonly unknown[] }[] = [];
  const gate = new Gate(
    (message, transfer) => void told.push({ message, transfer }),
    () => {},
  );
  gate.fromDocument(HANDSHAKE);
  told.length = 0;
  return { gate, told, ask: (id: number, call: DocumentCall) => gate.fromLibrary({ id, call }) };
}
const picture = (width: number, height: number): DocumentCall => ({
  name: 'paint',
  page: 1,
  scale: 1,
  region: null,
  width,
  height,
  remember: false,
});

/** That a value has nothing but finite numbers, words that are bounded, flags, and lists and records of them. */
function expectTame(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  else if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(LIMITS.runLength);
  else if (Array.isArray(value)) for (const one of value) expectTame(one);
  else if (typeof value === 'object' && value !== null) {
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    for (const one of Object.values(value)) expectTame(one);
  } else expect(value === null || typeof value === 'boolean').toBe(true);
}

test('honest answers pass as they are', () => {
  const { gate, told, ask } = setUp();
  for (const [id, [call, value]] of honest.entries()) {
    ask(id, call);
    gate.fromDocument({ id, value });
  }
  expect(told.map(({ message }) => message)).toEqual(honest.map(([, value], id) => ({ id, value })));
});

test('before the handshake nothing passes, and the handshake once', () => {
  const told: FromGate[] = [];
  const gate = new Gate(
    (message) => void told.push(message),
    () => {},
  );
  gate.fromLibrary({ id: 1, call: { name: 'outline' } });
  gate.fromDocument({ id: 1, value: [] });
  expect(told).toEqual([]);
  gate.fromDocument(HANDSHAKE);
  gate.fromDocument(HANDSHAKE);
  expect(told).toEqual([{ ready: true }]);
});

test('whatever is said, the library hears at most one answer to each question, of its shape', () => {
  const ids = fc.oneof(fc.nat(honest.length + 3), fc.anything());
  const said = fc.oneof(
    fc.anything(),
    fc.record({ id: ids, value: fc.anything() }),
    fc.record({ id: ids, failure: fc.anything() }),
    fc.record({ id: ids, value: fc.constantFrom(...honest.map(([, value]) => value)) }),
    fc.record({ changed: fc.anything() }),
    fc.constant({ changed: true }),
  );
  fc.assert(
    fc.property(fc.array(said, { maxLength: 40 }), (messages) => {
      const { gate, told, ask } = setUp();
      for (const [id, [call]] of honest.entries()) ask(id, call);
      for (const message of messages) gate.fromDocument(message);
      const answered: number[] = [];
      for (const { message } of told) {
        expectTame(message);
        if ('id' in message) answered.push(message.id);
        else expect(message).toEqual({ changed: true });
      }
      expect(new Set(answered).size).toBe(answered.length);
      expect(answered.every((id) => id in honest)).toBe(true);
      expect(told.length - answered.length).toBeLessThanOrEqual(1);
    }),
  );
});

/** The value with something else at one of its places, chosen by `pick`. */
function mutated(value: unknown, pick: number, other: unknown): unknown {
  const places: ((made: { root: unknown }) => void)[] = [];
  const walk = (at: unknown, path: (string | number)[]): void => {
    places.push((made) => {
      let holder = made as Record<string | number, unknown>;
      for (const key of ['root', ...path].slice(0, -1)) holder = holder[key] as typeof holder;
      holder[path.at(-1) ?? 'root'] = other;
    });
    if (typeof at === 'object' && at !== null)
      for (const [key, one] of Object.entries(at)) walk(one, [...path, key]);
  };
  walk(value, []);
  const made = { root: structuredClone(value) };
  places[pick % places.length]?.(made);
  return made.root;
}

test('an answer that is wrong at one place is refused, or that place is tame', () => {
  const bad = fc.oneof(
    fc.anything(),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1e300, 2 ** 53, 'x'.repeat(LIMITS.runLength + 1)),
    fc.constant(new Array(LIMITS.runs + 1)),
  );
  fc.assert(
    fc.property(fc.nat(honest.length - 1), fc.nat(), bad, (index, pick, other) => {
      const [call, value] = honest[index] ?? [];
      if (!call) return;
      const { gate, told, ask } = setUp();
      ask(7, call);
      gate.fromDocument({ id: 7, value: mutated(value, pick, other) });
      expect(told).toHaveLength(1);
      const { message } = told[0] ?? {};
      if (message && 'failure' in message) expect(message).toEqual({ id: 7, failure: 'damaged' });
      else expectTame(message);
    }),
    { numRuns: 500 },
  );
});

test('lists, depths and texts beyond their limits are refused without being walked to their end', () => {
  const long: [DocumentCall, unknown][] = [
    [{ name: 'text', page: 1 }, new Array(2 ** 32 - 1)],
    [{ name: 'text', page: 1 }, new Array(60).fill({ text: 'x'.repeat(LIMITS.runLength), lineEnd: false })],
    [{ name: 'links', page: 1 }, new Array(2 ** 32 - 1)],
    [{ name: 'pictures', page: 1 }, new Array(LIMITS.pictures + 1).fill(area)],
  ];
  let deep: unknown[] = [];
  for (let depth = 0; depth < 10_000; depth += 1) deep = [{ title: '', target: null, items: deep }];
  long.push([{ name: 'outline' }, deep]);
  // Each list is within the limit, all of them together are not.
  const wide = new Array(300).fill({ title: '', target: null, items: [] });
  long.push([{ name: 'outline' }, wide.map((item) => ({ ...item, items: wide }))]);
  for (const [call, value] of long) {
    const { gate, told, ask } = setUp();
    ask(1, call);
    gate.fromDocument({ id: 1, value });
    expect(told.map(({ message }) => message)).toEqual([{ id: 1, failure: 'damaged' }]);
  }
});

test('a picture passes once, in exactly the size that was asked for, and every other one is freed', () => {
  const { gate, told, ask } = setUp();
  const sent: Bitmap[] = [];
  const send = (id: number, bitmap: Bitmap) => {
    sent.push(bitmap);
    gate.fromDocument({ id, value: bitmap });
  };
  ask(1, picture(100, 200));
  send(1, new Bitmap(100, 200));
  send(1, new Bitmap(100, 200));
  ask(2, picture(100, 200));
  send(2, new Bitmap(101, 200));
  ask(3, picture(100, 200));
  send(3, new Bitmap(100, 200, false));
  ask(4, picture(100, 200));
  gate.fromLibrary({ stop: 4 });
  send(4, new Bitmap(100, 200));
  ask(5, { name: 'pageSize', page: 1 });
  send(5, new Bitmap(100, 200));
  expect(sent.map(({ closed }) => closed)).toEqual([false, true, true, true, true, true]);
  expect(told).toEqual([
    { message: { id: 1, value: sent[0] }, transfer: [sent[0]] },
    { message: { id: 2, failure: 'damaged' }, transfer: [] },
    { message: { id: 3, failure: 'damaged' }, transfer: [] },
    { message: { id: 5, value: { width: 100, height: 200 } }, transfer: [] },
  ]);
});

test('one link that is wrong takes nothing from the others', () => {
  const { gate, told, ask } = setUp();
  const link = { area, target: inside } as Answers['links'][number];
  ask(1, { name: 'links', page: 1 });
  gate.fromDocument({ id: 1, value: [link, { ...link, area: { ...area, x: Number.NaN } }, null, link] });
  expect(told.map(({ message }) => message)).toEqual([{ id: 1, value: [link, link] }]);
});
