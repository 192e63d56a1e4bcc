/** What a laptop takes from a shelf, by the app's own database and engine. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { utc } from '../../main/common/clock.ts';
import { TripKitError } from '../../main/common/errors.ts';
import { silentLog } from '../../main/common/log.ts';
import { createKitEngine } from '../../main/kits/engine.ts';
import { CallFailure } from '../../main/service/answer.ts';
import { ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import { HEAD, newShelfKey, readShelfKey } from '../../main/shelf/shelf-index.ts';
import { ShelfKeeper } from '../../main/shelf/shelf-keeper.ts';
import { ShelfStore } from '../../main/shelf/shelf-store.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { BY_PERSON } from '../kits.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { aPublication, HashedDocuments, MemoryShelf, testFolder } from './a-shelf.ts';

const NOW = Date.parse('2027-03-27T09:00:00Z');
const key = newShelfKey();

/** A shelf, its desk, and a laptop with the database in `folder`. */
function setUp(folder = testFolder(), place = new MemoryShelf()) {
  const clock = new VirtualClock();
  clock.epoch = NOW;
  const keys = [key.key];
  const desk = new ShelfDesk({
    ...{ place, key: readShelfKey(key.pem), keys, name: 'Demo Air', clock, random: () => 0 },
  });
  const database = openUserDatabase(join(folder, 'user.sqlite'));
  let isOpen = true;
  const close = () => {
    if (isOpen) database.close();
    isOpen = false;
  };
  onTestFinished(close);
  let ids = 0;
  const engine = createKitEngine({
    store: database.kits,
    documents: new HashedDocuments(),
    serviceOf: () => Promise.reject(new Error('no service is asked')),
    shelfOf: async () => keeper.service,
    limitsOf: () => ({ parallel_requests: 2, parallel_downloads: 2 }),
    ...{ clock, random: () => 0, newId: () => `kit-${clock.monotonic()}-${++ids}`, log: silentLog },
    patience: { deadline_ms: 600_000, max_failures: Number.POSITIVE_INFINITY, outages_stop_the_clock: true },
  });
  let changes = 0;
  let noted = 0;
  const heard: number[] = [];
  const receipt = { written_at: utc(NOW), trouble: 'Not now.' };
  const store = new ShelfStore(database.connection);
  const keeper: ShelfKeeper = new ShelfKeeper({
    ...{ profile_id: 'p', name: 'Demo Air', keys, place, store, engine, clock, log: silentLog },
    requireAgreed: async () => {},
    receipts: { heard: async (serial) => void heard.push(serial), state: receipt },
    changed: () => {
      changes += 1;
    },
    notesChanged: () => {
      noted += 1;
    },
  });
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const begin = async () => {
    engine.start();
    void keeper.run(end.signal);
    await clock.settle();
  };
  const flights = () => engine.list().map(({ trip, state }) => `${trip?.flight} ${state}`);
  return {
    folder,
    place,
    clock,
    desk,
    engine,
    keeper,
    begin,
    flights,
    end,
    close,
    heard,
    changes: () => changes,
    noted: () => noted,
    notes: () => store.notes('p'),
    history: (id: string) => database.kits.history(id).map(({ what }) => what),
  };
}
const { signal } = new AbortController();
const aNote = (text: string) => ({ airport: 'EDDM', chart: null, text });

async function unreachable(): Promise<never> {
  const facts = { condition: 'refused', remedy: 'wait', maybe_received: false } as const;
  throw new CallFailure('network', 'The shelf a test does not accept connections.', facts);
}

test('the wanted kits come, those of other flights do not, and one that a person removed does not come back', async () => {
  const laptop = setUp();
  const kits = testFolder();
  await laptop.desk.publish(
    [aPublication(kits, 'TK-1'), aPublication(kits, 'TK-2', { flight: 'KLM703' })],
    signal,
  );
  await laptop.begin();
  expect(laptop.flights(), 'nothing is wanted yet').toEqual([]);
  laptop.keeper.choose(['KLM701']);
  await laptop.clock.settle();
  expect(laptop.flights()).toEqual([expect.stringMatching(/^KLM701 /)]);
  const [kit] = laptop.engine.list();
  expect(kit).toMatchObject({
    ...{ tripkit_id: 'TK-1', created_at: Date.parse('2027-03-27T08:00:00Z') },
    shelf: { name: 'Demo Air', put_at: NOW, recalled: null },
  });
  expect(laptop.keeper.view()).toMatchObject({
    ...{
      where: 'a test',
      wants: ['KLM701'],
      heard_at: utc(NOW),
      valid_until: utc(NOW + 24 * 3_600_000),
      trouble: null,
    },
  });
  await laptop.engine.remove(kit?.id ?? '', BY_PERSON);
  await laptop.clock.advance(10 * 60_000);
  expect(laptop.flights()).toEqual([]);
  laptop.keeper.choose('all');
  await laptop.clock.settle();
  expect(laptop.flights()).toEqual([expect.stringMatching(/^KLM703 /)]);
});

test('own flights of a roster are taken under the name that the shelf has for them, also after a restart', async () => {
  const first = setUp();
  const kits = testFolder();
  await first.desk.publish(
    [
      aPublication(kits, 'TK-1'),
      aPublication(kits, 'TK-2', { flight: 'KLM703', departure: '2027-03-28T12:30:00Z' }),
    ],
    signal,
  );
  const own = {
    ...{ origin: 'EHAM', destination: 'EGLL', flight: 'KL0701', departure: '2027-03-28T10:30:00Z' },
  };
  first.keeper.choose([own]);
  first.close();
  const laptop = setUp(first.folder, first.place);
  expect(laptop.keeper.view().wants).toEqual([own]);
  await laptop.begin();
  expect(laptop.flights()).toEqual([expect.stringMatching(/^KLM701 /)]);
});

test('each look that read the shelf is for the receipt, whatever becomes of that; one that failed is not', async () => {
  const laptop = setUp();
  await laptop.begin();
  expect(laptop.heard, 'there is no index yet').toEqual([]);
  await laptop.desk.publish([aPublication(testFolder(), 'TK-1')], signal);
  await laptop.clock.advance(5 * 60_000);
  laptop.place.before = () => {
    throw new TripKitError('network', 'No answer.');
  };
  await laptop.clock.advance(5 * 60_000);
  laptop.place.before = () => {};
  await laptop.clock.advance(60_000);
  expect(laptop.heard).toEqual([NOW / 1000, NOW / 1000]);
  expect(laptop.keeper.view()).toMatchObject({
    trouble: null,
    receipt: { written_at: utc(NOW), trouble: 'Not now.' },
  });
});

test('a kit that the desk withdraws is marked at the next look; a withdrawn one is not taken', async () => {
  const laptop = setUp();
  const kits = testFolder();
  await laptop.desk.publish([aPublication(kits, 'TK-1'), aPublication(kits, 'TK-2')], signal);
  await laptop.desk.recall('TK-2', 'Twice.', signal);
  laptop.keeper.choose('all');
  await laptop.begin();
  expect(laptop.engine.list().map(({ tripkit_id }) => tripkit_id)).toEqual(['TK-1']);
  await laptop.desk.recall('TK-1', 'Wrong aircraft.', signal);
  await laptop.clock.advance(5 * 60_000);
  expect(laptop.engine.list()[0]?.shelf?.recalled).toEqual({ at: NOW, why: 'Wrong aircraft.' });
});

test('a withdrawal reaches a kit that is here, also when its flight is no longer wanted; others of the list are not taken', async () => {
  const laptop = setUp();
  const kits = testFolder();
  await laptop.desk.publish(
    [aPublication(kits, 'TK-1'), aPublication(kits, 'TK-2', { flight: 'KLM703' })],
    signal,
  );
  laptop.keeper.choose(['KLM701']);
  await laptop.begin();
  laptop.keeper.choose([]);
  await laptop.desk.publish([aPublication(kits, 'TK-3', { origin: 'EDDF' })], signal);
  await laptop.desk.recall('TK-1', 'Wrong aircraft.', signal);
  await laptop.clock.advance(5 * 60_000);
  expect(laptop.engine.list()).toMatchObject([
    { tripkit_id: 'TK-1', shelf: { recalled: { why: 'Wrong aircraft.' } } },
  ]);
});

test('another document of a kit comes in the place of the one that is here, also after that was withdrawn', async () => {
  const laptop = setUp();
  const kits = testFolder();
  laptop.keeper.choose('all');
  const shown = () =>
    laptop.engine.list().map(({ state, document, shelf }) => {
      return { state, sha256: document?.sha256, put_at: shelf?.put_at, recalled: shelf?.recalled };
    });
  const first = aPublication(kits, 'TK-1');
  await laptop.desk.publish([first], signal);
  await laptop.begin();
  expect(shown()).toEqual([{ state: 'ready', sha256: first.sha256, put_at: NOW, recalled: null }]);
  await laptop.desk.recall('TK-1', 'The page of the alternate is missing.', signal);
  await laptop.clock.advance(5 * 60_000);
  const second = aPublication(kits, 'TK-1', {}, '%PDF-1.7 with the alternate\n%%EOF\n');
  await laptop.desk.publish([second], signal);
  const put_at = laptop.clock.now();
  laptop.place.download = unreachable;
  await laptop.clock.advance(5 * 60_000);
  expect(shown()).toEqual([{ state: 'downloading', sha256: first.sha256, put_at, recalled: null }]);
  Reflect.deleteProperty(laptop.place, 'download');
  await laptop.clock.advance(10 * 60_000);
  expect(shown()).toEqual([{ state: 'ready', sha256: second.sha256, put_at, recalled: null }]);
  expect(laptop.history(laptop.engine.list()[0]?.id ?? '')).toContain(
    'Demo Air put another document of this kit on its shelf; it is being downloaded.',
  );
});

test('a message of the desk is to be read, once, also before a kit came', async () => {
  const laptop = setUp();
  const kits = testFolder();
  await laptop.desk.publish([aPublication(kits, 'TK-1')], signal);
  laptop.keeper.choose('all');
  await laptop.begin();
  await laptop.clock.advance(60_000);
  expect(laptop.engine.list()).toMatchObject([{ state: 'ready', messages: [] }]);
  for (const text of ['Runway 06 is closed.', 'Fuel at EGLL is short.', 'Runway 06 is closed.'])
    await laptop.desk.tell('TK-1', text, signal);
  await laptop.desk.publish([aPublication(kits, 'TK-2')], signal);
  await laptop.desk.tell('TK-2', 'Take the paper.', signal);
  for (let looks = 0; looks < 3; looks += 1) await laptop.clock.advance(5 * 60_000);
  const told = (message: string) => ({ code: 'DESK', type: 'Warning', message });
  expect(laptop.engine.list().map(({ messages }) => messages)).toEqual(
    expect.arrayContaining([
      [told('Runway 06 is closed.'), told('Fuel at EGLL is short.')],
      [told('Take the paper.')],
    ]),
  );
  const [first] = laptop.engine.list().filter(({ tripkit_id }) => tripkit_id === 'TK-1');
  const said = laptop.history(first?.id ?? '').filter((what) => what.includes('Demo Air changed'));
  expect(said).toEqual(['Demo Air changed the messages: Fuel at EGLL is short.']);
  for (const text of ['', ' ', 'x'.repeat(1001)]) {
    await expect(laptop.desk.tell('TK-1', text, signal)).rejects.toMatchObject({ condition: 'shelf_words' });
    await expect(laptop.desk.recall('TK-1', text, signal)).rejects.toMatchObject({
      condition: 'shelf_words',
    });
  }
});

test('the notes of the company come, are replaced, and go; a desk that puts kits there keeps them', async () => {
  const laptop = setUp();
  const [one, other] = [
    { airport: 'EDDM', chart: '11-1', text: 'Late clearance' },
    aNote('Slots from 0600Z'),
  ];
  await laptop.desk.putNotes([one, other], signal);
  await laptop.begin();
  expect(laptop.notes()).toEqual({ put_at: '2027-03-27T09:00:00.000Z', notes: [one, other] });
  await laptop.desk.publish([aPublication(testFolder(), 'TK-1')], signal);
  await laptop.clock.advance(10 * 60_000);
  expect(laptop.notes()?.notes).toEqual([one, other]);
  expect(laptop.noted()).toBe(1);
  await laptop.desk.putNotes([other], signal);
  await laptop.clock.advance(10 * 60_000);
  expect(laptop.notes()?.notes).toEqual([other]);
  laptop.close();
  laptop.end.abort();
  const restarted = setUp(laptop.folder, laptop.place);
  expect(restarted.notes()?.notes, 'also before the shelf is read again').toEqual([other]);
  await restarted.desk.putNotes([], signal);
  await restarted.begin();
  expect([restarted.notes(), restarted.noted()]).toEqual([null, 1]);
  const files = [...laptop.place.files.keys()].filter((name) => name.startsWith('lists/'));
  expect(files, 'those that were replaced are gone').toHaveLength(1);
});

test('notes that are not those that the index names are not believed', async () => {
  const laptop = setUp();
  await laptop.desk.putNotes([aNote('True')], signal);
  const name = [...laptop.place.files.keys()].find((file) => file.startsWith('lists/')) ?? '';
  const told = laptop.place.files.get(name)?.toString() ?? '';
  laptop.place.files.set(name, Buffer.from(told.replace('True', 'Fals')));
  await laptop.begin();
  expect(laptop.notes()).toBeNull();
  expect(laptop.keeper.view().trouble).toContain('not the one that its index names');
});

test('an older shelf is not believed after a restart either, and what it was is said', async () => {
  const folder = testFolder();
  const first = setUp(folder);
  const kits = testFolder();
  await first.desk.publish([aPublication(kits, 'TK-1')], signal);
  const old = first.place.files.get(HEAD) as Buffer;
  await first.desk.recall('TK-1', 'Wrong aircraft.', signal);
  first.keeper.choose('all');
  await first.begin();
  first.end.abort();
  await first.clock.settle();
  await first.engine.stop();
  first.close();
  first.place.files.set(HEAD, old);
  const again = setUp(folder, first.place);
  await again.begin();
  expect(again.engine.list()).toEqual([]);
  expect(again.keeper.view()).toMatchObject({
    heard_at: utc(NOW),
    trouble: expect.stringContaining('older than one that was here before'),
  });
});

test('a kit whose download was cut comes after a restart, too, also where the shelf is out of reach at first', async () => {
  const folder = testFolder();
  const first = setUp(folder);
  await first.desk.publish([aPublication(testFolder(), 'TK-1')], signal);
  first.place.download = unreachable;
  first.keeper.choose('all');
  await first.begin();
  expect(first.flights()).toEqual(['KLM701 downloading']);
  first.end.abort();
  await first.engine.stop();
  first.close();
  const again = setUp(folder, new MemoryShelf());
  again.place.before = unreachable;
  await again.begin();
  expect(again.flights()).toEqual(['KLM701 downloading']);
  again.place.before = () => {};
  for (const [name, bytes] of first.place.files) again.place.files.set(name, bytes);
  await again.clock.until(() => again.flights()[0] === 'KLM701 ready', 10 * 60_000);
});
