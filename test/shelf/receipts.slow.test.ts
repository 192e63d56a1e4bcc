/** Receipts of laptops, and the desk's board: by examples, and against an oracle that keeps its own account of who had what. */
import { createHash, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utc } from '../../main/common/clock.ts';
import { TripKitError } from '../../main/common/errors.ts';
import { silentLog } from '../../main/common/log.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { ReceiptWriter, type ReceiptWriterDeps } from '../../main/shelf/receipt-writer.ts';
import { boardOf } from '../../main/shelf/shelf-board.ts';
import { ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import { newShelfKey, publicNameOf, readShelfKey, type ShelfKit } from '../../main/shelf/shelf-index.ts';
import { type Receipt, ReceiptReader, receiptKey, signReceipt } from '../../main/shelf/shelf-receipts.ts';
import { liveKit } from '../kits.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { MemoryShelf } from './a-shelf.ts';

const { signal } = new AbortController();
const NOW = Date.parse('2027-03-27T09:00:00Z');
const HOUR = 3_600_000;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const iso = (ms: number) => new Date(ms).toISOString();
const keyOf = (laptop: number) => receiptKey(hash(`laptop ${laptop}`));
/** By the contract: the SHA-256 of the 32 bytes of the public key. */
const fileOf = (key: KeyObject) =>
  `receipts/${createHash('sha256')
    .update(Buffer.from(publicNameOf(key), 'base64url'))
    .digest('hex')}.json`;
const fingerprintOf = (key: KeyObject) => fileOf(key).slice('receipts/'.length, -'.json'.length);

const WARNING = { code: '205', type: 'Warning', message: 'Read me.' };

function shelfKit(id: string, change: Partial<ShelfKit> = {}): ShelfKit {
  const trip = { origin: 'EHAM', destination: 'EGLL', flight: id, departure: '2027-03-28T10:30:00Z' };
  const facts = { tripkit_id: id, trip, requested_at: iso(NOW - HOUR), put_at: iso(NOW), bytes: 1, pages: 1 };
  return { ...facts, sha256: hash(id), messages: [], recalled: null, ...change };
}

function kitHere(id: string, change: Partial<LiveKit> = {}): LiveKit {
  const document = { bytes: 1, sha256: hash(id), pages: 1 };
  const { trip } = shelfKit(id);
  const times = { created_at: NOW - HOUR, state_since: NOW };
  return liveKit({ id: `id of ${id}`, tripkit_id: id, trip, state: 'ready', document, ...times, ...change });
}

/** A shelf, and a laptop with these kits. */
function setUp({
  kits = [] as LiveKit[],
  ...change
}: Omit<Partial<ReceiptWriterDeps>, 'kits'> & { kits?: LiveKit[] } = {}) {
  const place = new MemoryShelf();
  const clock = new VirtualClock();
  clock.epoch = NOW;
  const opened = new Map<string, number>();
  const acknowledged = new Map<string, number>();
  const writer = new ReceiptWriter({
    ...{ place, clock, log: silentLog, laptop: 'EFB-7', person: null, renew_ms: HOUR },
    key: () => keyOf(7),
    kits: () => kits,
    facts: {
      firstOpenedAt: (id) => opened.get(id) ?? null,
      acknowledgedAt: ({ id }) => acknowledged.get(id) ?? null,
    },
    ...change,
  });
  const puts = () => place.calls.filter((call) => call.startsWith('put')).length;
  const reader = new ReceiptReader(place, clock.now);
  return { place, clock, opened, acknowledged, writer, reader, puts };
}

const plain: Receipt = {
  ...{ laptop: 'EFB-7', person: null, at: iso(NOW), serial: 3, left_out: 0 },
  kits: [{ tripkit_id: 'A', sha256: hash('A'), ready_at: iso(NOW), opened_at: null, acknowledged_at: null }],
};

describe('a laptop', () => {
  it('says which kits of the shelf it has, when they were opened and acknowledged, and nothing else', async () => {
    const recalled = { at: NOW, why: 'Wrong aircraft.' };
    const kits = [
      kitHere('A', { shelf: { name: 'Demo Air', put_at: NOW, recalled } }),
      kitHere('B', { state: 'downloading', document: null }),
      kitHere('C', { trip: { origin: 'EHAM', destination: 'EGLL', departure: '2027-03-22T23:59:00Z' } }),
      kitHere('D', { trip: { origin: 'EHAM', destination: 'EGLL', departure: '2027-03-28T09:00:00Z' } }),
    ];
    const { writer, reader, opened, acknowledged, place } = setUp({ kits });
    opened.set('id of A', NOW + 1000);
    acknowledged.set('id of A', NOW + 2000);
    await writer.heard(3, signal);
    expect(writer.state).toEqual({ written_at: utc(NOW), trouble: null });
    const { receipts } = await reader.look(signal);
    const times = { opened_at: null, acknowledged_at: null };
    expect([...receipts]).toEqual([
      [
        fingerprintOf(keyOf(7)),
        {
          ...{ laptop: 'EFB-7', person: null, at: '2027-03-27T09:00:00.000Z', serial: 3, left_out: 0 },
          kits: [
            { tripkit_id: 'D', sha256: hash('D'), ready_at: '2027-03-27T09:00:00.000Z', ...times },
            {
              ...{ tripkit_id: 'A', sha256: hash('A'), ready_at: '2027-03-27T09:00:00.000Z' },
              ...{ opened_at: '2027-03-27T09:00:01.000Z', acknowledged_at: '2027-03-27T09:00:02.000Z' },
            },
          ],
        },
      ],
    ]);
    const text = String(place.files.get(fileOf(keyOf(7))));
    for (const other of ['id of A', 'EHAM', '/', 'pilot']) expect(text, other).not.toContain(other);
  });

  it('writes when there is news, or after an hour, not at each look', async () => {
    const kits: LiveKit[] = [];
    const { writer, puts, clock, opened } = setUp({ kits });
    await writer.heard(1, signal);
    await clock.advance(HOUR - 1);
    await writer.heard(2, signal);
    expect(puts()).toBe(1);
    await clock.advance(1);
    await writer.heard(3, signal);
    expect(puts()).toBe(2);
    kits.push(kitHere('A'));
    await writer.heard(4, signal);
    await writer.heard(4, signal);
    opened.set('id of A', NOW);
    await writer.heard(4, signal);
    expect(puts()).toBe(4);
    kits.pop();
    await writer.heard(4, signal);
    expect(puts(), 'a kit that was removed').toBe(5);
  });

  it('says why it could not write, tries again at the next look, and never fails', async () => {
    let key: KeyObject | null = null;
    const { writer, place, puts } = setUp({ key: () => key });
    await writer.heard(1, signal);
    expect(writer.state.trouble).toContain('the keychain of this computer is locked');
    key = keyOf(7);
    place.before = () => {
      throw new Error('EIO');
    };
    await writer.heard(1, signal);
    expect(writer.state).toEqual({ written_at: null, trouble: expect.stringContaining('tried again') });
    place.before = () => {};
    await writer.heard(1, signal);
    expect([writer.state, puts()]).toEqual([{ written_at: utc(NOW), trouble: null }, 2]);
  });

  it('has names in one line, and room for 500 kits: the next flights', async () => {
    const kits = Array.from({ length: 502 }, (_, at) =>
      kitHere(`K${at}`, {
        trip: { origin: 'EHAM', destination: 'EGLL', departure: iso(NOW + (502 - at) * HOUR) },
      }),
    );
    const { writer, reader } = setUp({ kits, laptop: 'EFB\n7\u202e', person: 'x'.repeat(400) });
    await writer.heard(1, signal);
    const [receipt] = (await reader.look(signal)).receipts.values();
    expect([receipt?.laptop, receipt?.person?.length]).toEqual(['EFB 7', 100]);
    expect([receipt?.kits.length, receipt?.left_out]).toEqual([500, 2]);
    expect(receipt?.kits[0]?.tripkit_id).toBe('K501');
  });
});

describe('a desk', () => {
  const refusals = async (place: MemoryShelf, reader = new ReceiptReader(place, () => NOW)) => {
    const { receipts, refused } = await reader.look(signal);
    return [receipts.size, refused.map(({ reason }) => reason)];
  };
  const put = (place: MemoryShelf, content: Receipt, key = keyOf(7)) => {
    const { name, bytes } = signReceipt(content, key);
    place.files.set(name, bytes);
    return name;
  };

  it('believes no receipt that is forged, of another laptop, of a time to come, too long or none, and the others all the same', async () => {
    const place = new MemoryShelf();
    const good = put(place, plain);
    const bytes = place.files.get(good) as Buffer;
    const other = `receipts/${hash('another')}.json`;
    place.files.set('receipts/readme.txt', Buffer.from('not a receipt'));
    expect(await refusals(place)).toEqual([1, []]);
    place.files.set(other, bytes);
    expect(await refusals(place)).toEqual([1, ['forged']]);
    place.files.set(other, Buffer.from('{"format":2}'));
    expect(await refusals(place)).toEqual([1, ['malformed']]);
    place.files.set(other, Buffer.from('{"format":'));
    expect(await refusals(place)).toEqual([1, ['malformed']]);
    place.files.set(other, Buffer.alloc(2 * 1024 ** 2, ' '));
    expect(await refusals(place)).toEqual([1, ['too_long']]);
    place.files.delete(other);
    place.files.set(good, Buffer.from(String(bytes).replace('EFB-7', 'EFB-8')));
    expect(await refusals(place)).toEqual([0, ['forged']]);
    put(place, { ...plain, at: iso(NOW + 6 * 60_000) });
    expect(await refusals(place)).toEqual([0, ['future']]);
    put(place, { ...plain, at: iso(NOW + 4 * 60_000) });
    expect(await refusals(place), 'a clock that is a little ahead').toEqual([1, []]);
    put(place, { ...plain, laptop: 'EFB\u202e' });
    expect(await refusals(place)).toEqual([0, ['malformed']]);
  });

  it('keeps what it believed of a laptop where an older or a forged receipt is put in its place', async () => {
    const place = new MemoryShelf();
    const reader = new ReceiptReader(place, () => NOW + HOUR);
    const file = put(place, plain);
    const old = place.files.get(file) as Buffer;
    await reader.look(signal);
    put(place, { ...plain, at: iso(NOW + 1), kits: [] });
    await reader.look(signal);
    place.files.set(file, old);
    const look = await reader.look(signal);
    expect(look.refused).toMatchObject([{ name: file.slice('receipts/'.length), reason: 'older' }]);
    expect([...look.receipts.values()]).toMatchObject([{ at: iso(NOW + 1), kits: [] }]);
    place.files.delete(file);
    expect(await refusals(place, reader)).toEqual([0, []]);
  });

  it('removes, once a day, the receipts of laptops that were not heard of for 30 days, and is not kept from its work by them', async () => {
    const place = new MemoryShelf();
    const clock = new VirtualClock();
    clock.epoch = NOW;
    const desk = newShelfKey();
    const deps = { key: readShelfKey(desk.pem), keys: [desk.key], name: 'Demo Air', clock, random: () => 0 };
    const shelf = new ShelfDesk({ place, ...deps });
    const day = 24 * HOUR;
    const old = put(place, { ...plain, at: iso(NOW - 30 * day - 1) }, keyOf(1));
    const fresh = put(place, { ...plain, at: iso(NOW - 30 * day) }, keyOf(2));
    place.files.set('receipts/other.txt', Buffer.from('of somebody else'));
    const left = () => [...place.files.keys()].filter((name) => name.startsWith('receipts/')).sort();
    await shelf.renew(signal);
    expect(left()).toEqual([fresh, 'receipts/other.txt'].sort());
    put(place, { ...plain, at: iso(NOW - 40 * day) }, keyOf(1));
    await shelf.renew(signal);
    expect(left()).toContain(old);
    clock.leap(day);
    place.before = (step) => {
      if (step.startsWith('list')) throw new TripKitError('service', 'It lists nothing.');
    };
    await shelf.renew(signal);
    place.before = () => {};
    clock.leap(day);
    // A wall clock that was set back puts it off no longer.
    clock.epoch -= HOUR;
    await shelf.renew(signal);
    expect(left()).toEqual(['receipts/other.txt']);
  });

  it('reads again only what is new, and what is being written until it is whole', async () => {
    const place = new MemoryShelf();
    const reader = new ReceiptReader(place, () => NOW);
    for (const laptop of [1, 2, 3]) put(place, plain, keyOf(laptop));
    await reader.look(signal);
    const file = put(place, { ...plain, kits: [] }, keyOf(2));
    const whole = place.files.get(file) as Buffer;
    place.files.set(file, whole.subarray(0, 50));
    let reads = 0;
    place.before = (step) => {
      if (step === `read ${file}` && ++reads === 2) place.files.set(file, whole);
    };
    place.calls.length = 0;
    expect(await refusals(place, reader)).toEqual([3, []]);
    expect(place.calls).toEqual(['list receipts', `read ${file}`, `read ${file}`]);
  });

  it('believes nothing else of a receipt in which a byte was changed', async () => {
    const place = new MemoryShelf();
    const file = put(place, plain);
    const bytes = place.files.get(file) as Buffer;
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ change;
        place.files.set(file, changed);
        const { receipts } = await new ReceiptReader(place, () => NOW).look(signal);
        // The last characters of key and signature have bits that mean nothing.
        for (const receipt of receipts.values()) expect(receipt).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });
});

// The board against an oracle. Laptops take, open, acknowledge and lose kits, and are heard of or not; somebody who may write to the shelf
// forges, restores, removes and renames receipts. The oracle keeps its own account, in its own words.

const KITS = ['A', 'B', 'C'];
const LAPTOPS = [0, 1, 2];

type Step =
  | { do: 'take' | 'open' | 'acknowledge' | 'lose'; laptop: number; kit: string }
  | { do: 'hear'; laptop: number; fails: boolean }
  | { do: 'forge' | 'restore' | 'remove' | 'rename' | 'future'; laptop: number }
  | { do: 'wait'; hours: number }
  | { do: 'replace' | 'recall'; kit: string }
  | { do: 'look' };

const laptop = fc.constantFrom(...LAPTOPS);
const kit = fc.constantFrom(...KITS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('take', 'open', 'acknowledge', 'lose'), laptop, kit }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('hear' as const), laptop, fails: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('forge', 'restore', 'remove', 'rename', 'future'),
      laptop,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(0.1, 0.9, 1, 30) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('replace', 'recall'), kit }) },
  { weight: 5, arbitrary: fc.constant({ do: 'look' as const }) },
);

/** What the oracle knows of a laptop. */
interface Account {
  /** By kit: its document, and when it came, was opened and acknowledged. */
  has: Map<string, { version: number; times: (number | null)[] }>;
  /** What it said last, when, and all that it has said. */
  said: { at: number; text: string }[];
  /** What is in its place on the shelf: a number of `said`, or something that is not to be believed. */
  lies: number | 'forged' | 'malformed' | 'future' | null;
  /** What the desk believes: a number of `said`. */
  believed: number | null;
}

it('a board says of each kit what its laptops said last, whatever else lies on the shelf', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
      const place = new MemoryShelf();
      const clock = new VirtualClock();
      clock.epoch = NOW;
      const versions = new Map(KITS.map((id) => [id, 0]));
      const recalled = new Map<string, number>();
      const accounts = LAPTOPS.map((): Account => ({ has: new Map(), said: [], lies: null, believed: null }));
      const written: Buffer[][] = LAPTOPS.map(() => []);
      const account = (number: number) => accounts[number] as Account;
      const timeOf = (number: number, id: string, which: number) =>
        account(number).has.get(id.slice('id of '.length))?.times[which] ?? null;
      const writers = LAPTOPS.map(
        (number) =>
          new ReceiptWriter({
            ...{ place, clock, log: silentLog, laptop: `EFB-${number}`, person: null, renew_ms: HOUR },
            key: () => keyOf(number),
            kits: () =>
              [...account(number).has].map(([id, { version, times }]) =>
                kitHere(id, {
                  document: { bytes: 1, sha256: hash(`${id}${version}`), pages: 1 },
                  state_since: times[0] ?? 0,
                  // Later than all that the steps can wait.
                  trip: { origin: 'EHAM', destination: 'EGLL', departure: '2028-03-28T10:30:00Z' },
                }),
              ),
            facts: {
              firstOpenedAt: (id) => timeOf(number, id, 1),
              acknowledgedAt: ({ id }) => timeOf(number, id, 2),
            },
          }),
      );
      const reader = new ReceiptReader(place, clock.now);

      const act = async (one: Step): Promise<void> => {
        // Each moment is another one, so that no two receipts are of the same.
        clock.leap(1000);
        const now = clock.now();
        if (one.do === 'wait') return clock.leap(one.hours * HOUR);
        if (one.do === 'look') return look(now);
        if (!('laptop' in one))
          return one.do === 'recall'
            ? void recalled.set(one.kit, now)
            : void versions.set(one.kit, (versions.get(one.kit) ?? 0) + 1);
        const mine = account(one.laptop);
        const key = keyOf(one.laptop);
        const file = fileOf(key);
        switch (one.do) {
          case 'take':
            if (!mine.has.has(one.kit))
              mine.has.set(one.kit, { version: versions.get(one.kit) ?? 0, times: [now, null, null] });
            return;
          case 'lose':
            return void mine.has.delete(one.kit);
          case 'open':
          case 'acknowledge': {
            const times = mine.has.get(one.kit)?.times;
            const which = one.do === 'open' ? 1 : 2;
            if (times) times[which] ??= now;
            return;
          }
          case 'hear': {
            place.before = () => {
              if (one.fails) throw new Error('403');
            };
            await writers[one.laptop]?.heard(1, signal);
            place.before = () => {};
            const text = JSON.stringify([...mine.has].sort());
            const last = mine.said.at(-1);
            const isDue = last === undefined || last.text !== text || now - last.at >= HOUR;
            if (one.fails || !isDue) return;
            mine.said.push({ at: now, text });
            mine.lies = mine.said.length - 1;
            written[one.laptop]?.push(place.files.get(file) as Buffer);
            return;
          }
          case 'remove':
            place.files.delete(file);
            mine.lies = null;
            return;
          case 'restore':
            if (mine.said.length === 0) return;
            place.files.set(file, written[one.laptop]?.[0] as Buffer);
            mine.lies = 0;
            return;
          case 'forge':
            place.files.set(
              file,
              Buffer.from(String(written[one.laptop]?.at(-1) ?? '{}').replace('EFB', 'XXX')),
            );
            mine.lies = mine.said.length > 0 ? 'forged' : 'malformed';
            return;
          case 'rename': {
            const other = written[(one.laptop + 1) % LAPTOPS.length]?.at(-1);
            if (other === undefined) return;
            place.files.set(file, other);
            mine.lies = 'forged';
            return;
          }
          case 'future': {
            const at = iso(now + 400 * HOUR);
            place.files.set(file, signReceipt({ ...plain, at }, key).bytes);
            mine.lies = 'future';
          }
        }
      };

      const look = async (now: number) => {
        const shelf = KITS.map((id) => {
          const at = recalled.get(id);
          return shelfKit(id, {
            sha256: hash(`${id}${versions.get(id)}`),
            messages: id === 'A' ? [WARNING] : [],
            recalled: at === undefined ? null : { at: iso(at), why: 'No.' },
          });
        });
        const receipts = await reader.look(signal);
        const board = boardOf(shelf, receipts, { now, heard_within_hours: 24 });
        const refused = new Map<string, string>();
        const heard = new Map<number, { at: number; has: Account['has'] }>();
        for (const number of LAPTOPS) {
          const one = account(number);
          const { lies, believed } = one;
          if (lies === null) one.believed = null;
          else if (typeof lies === 'string') refused.set(fingerprintOf(keyOf(number)), lies);
          else if (believed !== null && lies < believed) refused.set(fingerprintOf(keyOf(number)), 'older');
          else one.believed = lies;
          const said = one.believed === null ? undefined : one.said[one.believed];
          if (said) heard.set(number, { at: said.at, has: new Map(JSON.parse(said.text)) });
        }
        expect(new Map(board.refused.map(({ name, reason }) => [name.slice(0, 64), reason]))).toEqual(
          refused,
        );
        expect(
          board.laptops.map(({ laptop: name, at, kits, is_silent }) => [
            name,
            Date.parse(at),
            kits,
            is_silent,
          ]),
        ).toEqual(
          [...heard].map(([number, { at, has }]) => [`EFB-${number}`, at, has.size, now - at > 24 * HOUR]),
        );
        const nameOf = new Map(board.laptops.map((one) => [one.fingerprint, one.laptop]));
        const seen = board.kits.map(({ tripkit_id, to_acknowledge, recalled: gone, had_by }) => [
          tripkit_id,
          to_acknowledge,
          gone && Date.parse(gone.at),
          had_by.map((had) => [
            nameOf.get(had.fingerprint),
            Date.parse(had.at),
            had.same_document,
            [had.ready_at, had.opened_at, had.acknowledged_at].map((at) => at && Date.parse(at)),
          ]),
        ]);
        const should = KITS.map((id) => [
          id,
          id === 'A',
          recalled.get(id) ?? null,
          [...heard].flatMap(([number, { at, has }]) => {
            const had = has.get(id);
            return had ? [[`EFB-${number}`, at, had.version === versions.get(id), had.times]] : [];
          }),
        ]);
        expect(seen).toEqual(should);
      };
      for (const one of [...steps, { do: 'look' } as const]) await act(one);
    }),
    { numRuns: 60 },
  );
});
