import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { DocumentSink } from '../../main/service/download.ts';
import { FolderShelf } from '../../main/shelf/folder-shelf.ts';
import { ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import {
  documentName,
  HEAD,
  newShelfKey,
  readShelfKey,
  type ShelfKit,
} from '../../main/shelf/shelf-index.ts';
import type { ShelfPlace } from '../../main/shelf/shelf-place.ts';
import { type SeenHead, ShelfReader } from '../../main/shelf/shelf-reader.ts';
import { MemorySink } from '../service/demo.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { aPublication, MemoryShelf, testFolder } from './a-shelf.ts';

const { signal } = new AbortController();
const NOW = Date.parse('2027-03-27T09:00:00Z');
const desks = [newShelfKey(), newShelfKey()];
const keys = desks.map(({ key }) => key);

function clockAt(now: number): VirtualClock {
  const clock = new VirtualClock();
  clock.epoch = now;
  return clock;
}

function deskOf(place: ShelfPlace, { number = 0, clock = clockAt(NOW) } = {}): ShelfDesk {
  const key = readShelfKey(desks[number]?.pem ?? '');
  return new ShelfDesk({
    place,
    key,
    keys,
    name: 'Demo Air',
    clock,
    random: () => 0,
  });
}

function readerOf(place: ShelfPlace, seen: SeenHead | null = null): ShelfReader {
  return new ShelfReader({ place, keys, seen });
}

const idsOf = (kits: readonly ShelfKit[] | undefined) => kits?.map(({ tripkit_id }) => tripkit_id).sort();

describe.each([
  ['storage', () => new MemoryShelf()],
  ['a folder', () => new FolderShelf(testFolder())],
])('a shelf in %s', (_name, open) => {
  it('has what was put there, with its document, for those who want the flight', async () => {
    const place = open();
    const folder = testFolder();
    const one = aPublication(folder, 'TK-1');
    const other = aPublication(folder, 'TK-2', { flight: 'KLM703', remarks: 'PH-BXA' });
    const added = await deskOf(place).publish([one, other], signal);
    expect(idsOf(added)).toEqual(['TK-1', 'TK-2']);

    const all = await readerOf(place).look('all', signal);
    expect(idsOf(all?.kits)).toEqual(['TK-1', 'TK-2']);
    expect(all?.head).toMatchObject({
      name: 'Demo Air',
      serial: NOW / 1000,
      valid_until: '2027-03-28T09:00:00.000Z',
    });
    const { path: _, ...facts } = one;
    const of = async (...wants: string[]) => idsOf((await readerOf(place).look(wants, signal))?.kits);
    expect(await Promise.all([of('EHAM'), of('EGLL', 'KLM703'), of('LFPG'), of('KLM7')])).toEqual([
      ['TK-1', 'TK-2'],
      ['TK-1', 'TK-2'],
      [],
      [],
    ]);
    const mine = await readerOf(place).look(['KLM701'], signal);
    expect(mine?.kits).toEqual([{ ...facts, put_at: '2027-03-27T09:00:00.000Z', recalled: null }]);
    const file = await place.read(documentName(one.sha256), { most: 1000, signal });
    expect(file).toMatchObject({ bytes: expect.toSatisfy((bytes) => sha256(bytes) === one.sha256) });
    expect(JSON.stringify(all), 'names of people stay at the desk').not.toContain('PH-BXA');
  });

  it('lists the files of a folder, each with its version, and no more than are asked for', async () => {
    const place: ShelfPlace = open();
    await place.prepare(['receipts'], signal);
    for (const name of ['a.json', 'b.json']) await place.put(`receipts/${name}`, Buffer.from(name), signal);
    const list = async (most = 9) =>
      new Map((await place.list('receipts', { most, signal })).map(({ name, version }) => [name, version]));
    const before = await list();
    await place.put('receipts/a.json', Buffer.from('another'), signal);
    const after = await list();
    expect([...after.keys()].sort()).toEqual(['a.json', 'b.json']);
    expect(after.get('a.json')).not.toBe(before.get('a.json'));
    expect(after.get('b.json')).toBe(before.get('b.json'));
    expect((await list(1)).size).toBe(1);
    expect(await place.list('nothing', { most: 9, signal })).toEqual([]);
  });

  it('stays as it is when the same is put there again', async () => {
    const place = open();
    const kit = aPublication(testFolder(), 'TK-1');
    await deskOf(place).publish([kit], signal);
    expect(await deskOf(place).publish([kit], signal)).toEqual([]);
    expect((await readerOf(place).look('all', signal))?.head.serial).toBe(NOW / 1000);
  });

  it('has the latest document of a kit, and takes none of a flight that is over', async () => {
    const place = open();
    const first = aPublication(testFolder(), 'TK-1');
    const again = aPublication(testFolder(), 'TK-1', {}, '%PDF-1.7 generated again');
    const over = aPublication(testFolder(), 'TK-2', { departure: '2027-03-22T23:59:00Z' });
    await deskOf(place).publish([first], signal);
    expect(idsOf(await deskOf(place).publish([again, over], signal))).toEqual(['TK-1']);
    const look = await readerOf(place).look('all', signal);
    expect(look?.kits.map(({ sha256 }) => sha256)).toEqual([again.sha256]);
    expect(await place.read(documentName(first.sha256), { most: 1000, signal })).toBeNull();
    expect(await place.read(documentName(over.sha256), { most: 1000, signal })).toBeNull();
  });

  it('says that a kit is withdrawn, and why', async () => {
    const place = open();
    await deskOf(place).publish([aPublication(testFolder(), 'TK-1')], signal);
    const reader = readerOf(place);
    await reader.look('all', signal);
    await deskOf(place).recall('TK-1', 'Wrong aircraft type.', signal);
    const [kit] = (await reader.look('all', signal))?.kits ?? [];
    expect(kit?.recalled).toEqual({ at: '2027-03-27T09:00:00.000Z', why: 'Wrong aircraft type.' });
    await expect(deskOf(place).recall('TK-9', 'No.', signal)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('lets old days go, with their documents, and says that it is looked after', async () => {
    const place = open();
    const folder = testFolder();
    const old = aPublication(folder, 'TK-1');
    await deskOf(place).publish([old], signal);
    const clock = clockAt(NOW + 6 * 24 * 3_600_000);
    const fresh = aPublication(folder, 'TK-2', { departure: '2027-04-02T12:00:00Z' });
    await deskOf(place, { clock }).publish([fresh], signal);
    const look = await readerOf(place).look('all', signal);
    expect(idsOf(look?.kits)).toEqual(['TK-2']);
    expect(await place.read(documentName(old.sha256), { most: 1000, signal })).toBeNull();

    await clock.advance(3_600_000);
    await deskOf(place, { clock }).renew(signal);
    expect((await readerOf(place).look('all', signal))?.head.made_at, 'too early').toBe(look?.head.made_at);
    await clock.advance(6 * 3_600_000);
    await deskOf(place, { clock }).renew(signal);
    expect((await readerOf(place).look('all', signal))?.head.made_at).toBe('2027-04-02T16:00:00.000Z');
  });
});

describe('a document of a shelf in a folder', () => {
  it('is read on from where an earlier try stopped, and from the beginning where that was another', async () => {
    const place = new FolderShelf(testFolder());
    const folder = testFolder();
    const kit = aPublication(folder, 'TK-1');
    await deskOf(place).publish([kit], signal);
    const text = readFileSync(kit.path, 'latin1');
    for (const etag of [`"${kit.sha256}"`, '"another"', null]) {
      const begun = { received: 5, etag, text: text.slice(0, 5) };
      const sink = {
        ...{ ...begun, total: null as number | null },
        async begin(document: { etag: string | null; total: number | null }) {
          Object.assign(sink, { ...document, received: 0, text: '' });
        },
        async write(piece: Uint8Array) {
          sink.text += Buffer.from(piece).toString('latin1');
          sink.received += piece.length;
        },
      };
      const seen: number[] = [];
      await place.download(kit.sha256, sink, { onProgress: (received) => void seen.push(received) });
      expect([sink.text, seen.at(-1)]).toEqual([text, kit.bytes]);
    }
    await expect(
      place.download('0'.repeat(64), { received: 0, etag: null } as DocumentSink, {}),
    ).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('a laptop', () => {
  it('asks one short question when nothing is new, and reads only what is', async () => {
    const place = new MemoryShelf();
    const folder = testFolder();
    await deskOf(place).publish([aPublication(folder, 'TK-1')], signal);
    const reader = readerOf(place);
    await reader.look('all', signal);
    place.calls.length = 0;
    expect(idsOf((await reader.look('all', signal))?.kits)).toEqual(['TK-1']);
    expect(place.calls).toEqual([`read ${HEAD}`]);
    await deskOf(place).publish([aPublication(folder, 'TK-2', { flight: 'KLM703' })], signal);
    place.calls.length = 0;
    expect(idsOf((await reader.look('all', signal))?.kits)).toEqual(['TK-1', 'TK-2']);
    expect(place.calls).toHaveLength(2);
  });

  it('and a desk read an index again that is being written, and believe it once it is whole', async () => {
    const place = new MemoryShelf();
    const folder = testFolder();
    await deskOf(place).publish([aPublication(folder, 'TK-1')], signal);
    const whole = place.files.get(HEAD) as Buffer;
    const half = (times: number) => {
      let left = times;
      place.files.set(HEAD, whole.subarray(0, 100));
      place.before = (step) => {
        if (step === `read ${HEAD}` && left-- === 0) place.files.set(HEAD, whole);
      };
    };
    half(2);
    expect(idsOf((await readerOf(place).look('all', signal))?.kits)).toEqual(['TK-1']);
    half(1_000);
    await expect(readerOf(place).look('all', signal)).rejects.toMatchObject({ condition: 'shelf_mixed' });
    half(2);
    const clock = clockAt(NOW);
    const kit = aPublication(folder, 'TK-2', { flight: 'KLM703' });
    expect(idsOf(await inTime(deskOf(place, { clock }).publish([kit], signal), clock))).toEqual(['TK-2']);
    expect(idsOf((await readerOf(place).look('all', signal))?.kits)).toEqual(['TK-1', 'TK-2']);
  });

  it('finds no shelf where there is none yet', async () => {
    expect(await readerOf(new MemoryShelf()).look('all', signal)).toBeNull();
  });

  it('believes no index of another key, no older one, no second one of the same number, and no lost one', async () => {
    const place = new MemoryShelf();
    const folder = testFolder();
    await deskOf(place).publish([aPublication(folder, 'TK-1')], signal);
    const first = new Map(place.files);
    await deskOf(place).publish([aPublication(folder, 'TK-2', { flight: 'KLM703' })], signal);
    const seen = (await readerOf(place).look('all', signal))?.seen ?? null;
    const conditionOf = async (files: ReadonlyMap<string, Buffer>, trusted = keys) => {
      const shelf = new MemoryShelf();
      for (const [name, bytes] of files) shelf.files.set(name, bytes);
      const reader = new ShelfReader({ place: shelf, keys: trusted, seen });
      return reader.look('all', signal).then(
        () => 'believed',
        (error: { condition?: string }) => error.condition,
      );
    };
    expect(await conditionOf(place.files)).toBe('believed');
    expect(await conditionOf(place.files, [newShelfKey().key])).toBe('shelf_forged');
    expect(await conditionOf(first)).toBe('shelf_older');
    expect(await conditionOf(new Map())).toBe('shelf_older');
    // A desk that was restored from an old copy gives the number again.
    const twice = new MemoryShelf();
    for (const [name, bytes] of first) twice.files.set(name, bytes);
    await deskOf(twice).publish([aPublication(folder, 'TK-3', { flight: 'KLM703' })], signal);
    expect(await conditionOf(twice.files)).toBe('shelf_mixed');
    // Lists of another day's index.
    const mixed = new Map(first);
    mixed.set(HEAD, place.files.get(HEAD) as Buffer);
    expect(await conditionOf(mixed)).toBe('shelf_mixed');
  });

  it('believes no file of the index in which a byte was changed', async () => {
    const place = new MemoryShelf();
    await deskOf(place).publish([aPublication(testFolder(), 'TK-1')], signal);
    const names = [...place.files.keys()].filter((name) => name.endsWith('.json'));
    expect(names).toHaveLength(2);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (name, at, change) => {
          const changed = new MemoryShelf();
          for (const [other, bytes] of place.files) changed.files.set(other, bytes);
          const bytes = Buffer.from(place.files.get(name) as Buffer);
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ change;
          changed.files.set(name, bytes);
          const look = await readerOf(changed)
            .look('all', signal)
            .catch((error: { kind?: string }) => error);
          // White space in the envelope says nothing.
          if (look !== null && 'kits' in look) expect(idsOf(look.kits)).toEqual(['TK-1']);
          else expect(look).toMatchObject({ kind: 'document' });
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('a kit waits for a folder that is away, and fails where its document is gone from one that is there', async () => {
  const folder = testFolder();
  const place = new FolderShelf(join(folder, 'share'));
  const kit = aPublication(testFolder(), 'TK-1');
  await deskOf(place).publish([kit], signal);
  const download = () => place.download(kit.sha256, new MemorySink(), { signal });
  renameSync(join(folder, 'share'), join(folder, 'away'));
  await expect(download()).rejects.toMatchObject({
    kind: 'network',
    condition: 'shelf_unread',
    remedy: 'wait',
  });
  renameSync(join(folder, 'away'), join(folder, 'share'));
  await download();
  await place.remove(documentName(kit.sha256));
  await expect(download()).rejects.toMatchObject({ kind: 'not_found' });
});

describe('desks', () => {
  it('goes on after one that was killed between its claim and the head', async () => {
    const place = new MemoryShelf();
    const folder = testFolder();
    place.before = (step) => {
      if (step === `put ${HEAD}`) throw new Error('killed');
    };
    await expect(deskOf(place).publish([aPublication(folder, 'TK-1')], signal)).rejects.toThrow('killed');
    place.before = () => {};
    const clock = clockAt(NOW);
    const publishing = deskOf(place, { number: 1, clock }).publish([aPublication(folder, 'TK-2')], signal);
    expect(idsOf(await inTime(publishing, clock))).toEqual(['TK-2']);
    expect(clock.monotonic(), 'the other one may still have been writing').toBeGreaterThanOrEqual(60_000);
    expect([...place.claims]).toEqual([]);
  });

  it('read no list twice, so that a withdrawal on a large shelf is quick while others write', async () => {
    const place = new MemoryShelf();
    const folder = testFolder();
    const kits = Array.from({ length: 20 }, (_, at) =>
      aPublication(folder, `TK-${at}`, { flight: `KLM${at}` }),
    );
    await deskOf(place, { number: 1 }).publish(kits, signal);
    const desk = deskOf(place);
    await desk.recall('TK-1', 'Wrong aircraft.', signal);
    const again = aPublication(folder, 'TK-20', { flight: 'KLM1' });
    await deskOf(place, { number: 1 }).publish([again], signal);
    place.calls.length = 0;
    await desk.recall('TK-20', 'Twice.', signal);
    expect(place.calls.filter((call) => call.startsWith('read lists/'))).toHaveLength(1);
  });

  it('refuse a key that the profile does not name', () => {
    const key = readShelfKey(newShelfKey().pem);
    const place = new MemoryShelf();
    const clock = clockAt(NOW);
    const facts = { place, key, keys, name: 'Demo Air', clock, random: () => 0 };
    expect(() => new ShelfDesk(facts)).toThrow('The profile does not name the key of this desk');
    expect(() => readShelfKey('no key')).toThrow('“tripkit shelf key”');
  });

  it('make no index of one that is older than what they have seen: the kits since then would be lost', async () => {
    const place = new MemoryShelf();
    const folder = testFolder();
    const desk = deskOf(place);
    await desk.publish([aPublication(folder, 'TK-1')], signal);
    const older = place.files.get(HEAD) as Buffer;
    await desk.publish([aPublication(folder, 'TK-2', { flight: 'KLM703' })], signal);
    const latest = place.files.get(HEAD) as Buffer;
    const publish = () => desk.publish([aPublication(folder, 'TK-3', { flight: 'KLM705' })], signal);
    for (const rolledBack of [older, null]) {
      if (rolledBack === null) place.files.delete(HEAD);
      else place.files.set(HEAD, rolledBack);
      await expect(publish()).rejects.toMatchObject({ kind: 'document', condition: 'shelf_older' });
      expect(place.files.get(HEAD) ?? null).toBe(rolledBack);
    }
    place.files.set(HEAD, latest);
    await publish();
    expect(idsOf((await readerOf(place).look('all', signal))?.kits)).toEqual(['TK-1', 'TK-2', 'TK-3']);
  });

  it('are believed again after storage was set back or lost its index, once they were started again', async () => {
    const place = new MemoryShelf();
    const folder = testFolder();
    const [one, two] = [aPublication(folder, 'TK-1'), aPublication(folder, 'TK-2', { flight: 'KLM703' })];
    await deskOf(place).publish([one], signal);
    const older = new Map(place.files);
    await deskOf(place, { clock: clockAt(NOW + 60_000) }).publish([two], signal);
    const reader = readerOf(place);
    await reader.look('all', signal);
    for (const [minutes, restored] of [older, new Map()].entries()) {
      place.files.clear();
      for (const [name, bytes] of restored) place.files.set(name, bytes);
      await expect(reader.look('all', signal)).rejects.toMatchObject({ condition: 'shelf_older' });
      await deskOf(place, { clock: clockAt(NOW + (2 + minutes) * 60_000) }).publish([one, two], signal);
      expect(idsOf((await reader.look('all', signal))?.kits)).toEqual(['TK-1', 'TK-2']);
    }
  });

  it('say that a list is lost, and change nothing', async () => {
    const place = new MemoryShelf();
    const folder = testFolder();
    await deskOf(place).publish([aPublication(folder, 'TK-1')], signal);
    const before = place.files.get(HEAD);
    for (const name of place.files.keys()) if (name.startsWith('lists/')) place.files.delete(name);
    const other = [aPublication(folder, 'TK-2')];
    const clock = clockAt(NOW);
    const published = deskOf(place, { clock }).publish(other, signal);
    published.catch(() => {});
    await clock.advance(600_000);
    await expect(published).rejects.toMatchObject({ condition: 'shelf_mixed' });
    expect(place.files.get(HEAD)).toBe(before);
  });

  it('lose nothing that was put there, whatever they do at once and whenever they are killed', async () => {
    const folder = testFolder();
    const act = fc.record({ desk: fc.nat(1), flight: fc.nat(4), killed: fc.option(fc.nat(12)) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 6 }),
        fc.scheduler(),
        async (acts, scheduler) => {
          const place = new MemoryShelf();
          const done = new Set<string>();
          place.before = (step) => scheduler.schedule(Promise.resolve(), step);
          const run = async ({ desk, flight, killed }: (typeof acts)[number], at: number) => {
            const id = `TK-${at}`;
            const kit = aPublication(folder, id, { flight: `KLM70${flight}` });
            const key = readShelfKey(desks[desk]?.pem ?? '');
            // Nobody waits so long that a desk that is only slow counts as killed.
            let pauses = 0;
            const sleep = async () => {
              pauses += 1;
              if (pauses > 6) throw new Error('given up');
            };
            const clock = { now: () => NOW, monotonic: () => 0, sleep };
            const facts = { key, keys, name: 'Demo Air', clock, random: () => 0 };
            await new ShelfDesk({ place: mortal(place, killed), ...facts }).publish([kit], signal).then(
              (added) => {
                expect(idsOf(added)).toEqual([id]);
                done.add(id);
              },
              () => {},
            );
          };
          await scheduler.waitFor(Promise.all(acts.map(run)));
          place.before = () => {};
          const clock = clockAt(NOW);
          await inTime(deskOf(place, { clock }).publish([aPublication(folder, 'TK-last')], signal), clock);
          const look = await readerOf(place).look('all', signal);
          const ids = look?.kits.map(({ tripkit_id }) => tripkit_id) ?? [];
          expect(new Set(ids).size, 'each once').toBe(ids.length);
          expect(ids).toEqual(expect.arrayContaining([...done, 'TK-last']));
          for (const kit of look?.kits ?? [])
            expect(sha256(place.files.get(documentName(kit.sha256)) as Buffer)).toBe(kit.sha256);
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** The result of `work`, for which time passes. */
async function inTime<T>(work: Promise<T>, clock: VirtualClock): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) await clock.advance(1_000);
  return work;
}

/** Storage as a desk sees it that is killed before so many steps; null: never. */
function mortal(place: ShelfPlace, killed: number | null): ShelfPlace {
  let left = killed ?? Number.POSITIVE_INFINITY;
  const alive = (): ShelfPlace => {
    left -= 1;
    if (left < 0) throw new Error('killed');
    return place;
  };
  return {
    where: place.where,
    prepare: async (...args) => alive().prepare(...args),
    read: async (...args) => alive().read(...args),
    list: async (...args) => alive().list(...args),
    download: async (...args) => alive().download(...args),
    put: async (...args) => alive().put(...args),
    claim: async (...args) => alive().claim(...args),
    release: async (...args) => alive().release(...args),
    remove: async (...args) => alive().remove(...args),
    close: async () => {},
  };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
