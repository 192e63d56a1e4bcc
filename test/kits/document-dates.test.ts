import { describe, expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { WrittenDates } from '../../main/documents/pdf/document-dates.ts';
import { NoticeBoard } from '../../main/host/notices.ts';
import { DocumentDates, type KnownDate } from '../../main/kits/document-dates.ts';
import { createKitEngine } from '../../main/kits/engine.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import type { StoredDate } from '../../main/store/date-store.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { liveKit, memoryLog } from '../start/ipc-fixtures.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { MemoryDocuments, type Script, scriptedService, sound } from './fake-service.ts';

const none: WrittenDates = { created: null, modified: null };
const signal = new AbortController().signal;

function setUp(read: () => Promise<WrittenDates> = async () => none, now = () => 1_000) {
  const rows = new Map<string, StoredDate[]>();
  const notices = new NoticeBoard();
  const log = memoryLog();
  const store = {
    all: () => [...rows.values()].flat(),
    set: (kit_id: string, dates: readonly Omit<StoredDate, 'kit_id'>[]) =>
      void rows.set(
        kit_id,
        dates.map((date) => ({ ...date, kit_id })),
      ),
  };
  const open = () => new DocumentDates({ store, read, fileOf: (id) => `${id}.pdf`, notices, log, now });
  return { rows, notices, log, store, open, dates: open() };
}

const ready = (changes: Partial<LiveKit> = {}) =>
  liveKit({
    id: 'k',
    state: 'ready',
    requested_at: 500,
    document: { bytes: 1, sha256: 'a', pages: 1 },
    ...changes,
  });
const kitsOf = (...kits: LiveKit[]) => ({
  list: () => kits,
  get: (id: string) => kits.find((kit) => kit.id === id),
});
const kinds = (dates: readonly KnownDate[]) => dates.map(({ evidence }) => evidence).sort();

describe('what is known of a document’s date', () => {
  test('a kit that was requested here is not older than its request; one that is tracked may be', () => {
    const { dates } = setUp();
    expect(dates.of(ready())).toEqual([{ evidence: 'request', from: null, at: 500 }]);
    expect(dates.of(ready({ trip: null }))).toEqual([]);
    expect(dates.of(ready({ trip: null, requested_at: null }))).toEqual([]);
    expect(dates.of(ready({ document: null }))).toEqual([]);
  });

  test('is learned before the document is here, and is of that document alone', async () => {
    const { dates, open } = setUp(async () => ({ created: 'D:20261103104500Z', modified: null }));
    dates.learned('k', 'service', { from: 1, at: 2 });
    dates.learned('k', 'storage', { from: null, at: 3 });
    expect(kinds(dates.of(ready()))).toEqual(['request']);
    const now = Date.UTC(2026, 10, 22);
    await dates.arrived('k', { path: 'p', sha256: 'a', now }, signal);
    expect(kinds(dates.of(ready()))).toEqual(['document', 'request', 'service', 'storage']);
    // As it was written down.
    expect(open().of(ready())).toEqual(dates.of(ready()));
    expect(kinds(dates.of(ready({ document: { bytes: 1, sha256: 'b', pages: 1 } })))).toEqual(['request']);
  });

  test('the same document, downloaded again, keeps what was known; another one begins anew', async () => {
    const { dates } = setUp();
    dates.learned('k', 'service', { from: 1, at: 2 });
    dates.requested('k', 400);
    dates.learned('k', 'service', { from: 1, at: 2 });
    await dates.arrived('k', { path: 'p', sha256: 'a', now: 0 }, signal);
    dates.learned('k', 'storage', { from: null, at: 3 });
    await dates.arrived('k', { path: 'p', sha256: 'a', now: 0 }, signal);
    expect(kinds(dates.of(ready()))).toEqual(['request', 'service', 'storage']);
    dates.learned('k', 'storage', { from: null, at: 9 });
    await dates.arrived('k', { path: 'p', sha256: 'b', now: 0 }, signal);
    expect(dates.of(ready({ document: { bytes: 1, sha256: 'b', pages: 1 } }))).toEqual([
      { evidence: 'request', from: null, at: 400 },
      { evidence: 'storage', from: null, at: 9 },
    ]);
  });

  test('what a later answer does not say is forgotten; a new request begins anew', async () => {
    const { dates } = setUp();
    dates.learned('k', 'storage', { from: null, at: 3 });
    dates.learned('k', 'storage', null);
    dates.learned('k', 'service', { from: 1, at: 2 });
    dates.requested('k', null);
    await dates.arrived('k', { path: 'p', sha256: 'a', now: 0 }, signal);
    expect(kinds(dates.of(ready()))).toEqual(['request']);
  });

  test('a store that fails costs no kit; it is logged', async () => {
    const { store, log, open } = setUp();
    const failing = () => {
      throw new TripKitError('disk', 'The disk is full. Make room.');
    };
    Object.assign(store, { set: failing, all: failing });
    const dates = open();
    dates.learned('k', 'storage', { from: null, at: 3 });
    await dates.arrived('k', { path: 'p', sha256: 'a', now: 0 }, signal);
    expect(kinds(dates.of(ready()))).toEqual(['request', 'storage']);
    expect(log.lines.length).toBeGreaterThan(0);
  });

  test('a document whose dates can’t be read is ready all the same, and read again at the next start', async () => {
    let fails = true;
    const { dates, log } = setUp(async () => {
      if (fails) throw new Error('no');
      return { created: 'D:1999', modified: null };
    });
    await dates.arrived('k', { path: 'p', sha256: 'a', now: 0 }, signal);
    expect(log.lines).toHaveLength(1);
    fails = false;
    const told: string[] = [];
    dates.onChange((ids) => told.push(...ids));
    const { dates: later } = setUp(
      async () => ({ created: 'D:1999', modified: null }),
      () => Date.UTC(2026, 10, 22),
    );
    later.onChange((ids) => told.push(...ids));
    await later.readMissing(kitsOf(ready(), ready({ id: 'x', state: 'failed', document: null })), signal, 0);
    expect(told).toEqual(['k']);
    expect(kinds(later.of(ready()))).toEqual(['document', 'request']);
  });

  test('documents without dates are read once, also those that have no date', async () => {
    let reads = 0;
    const { dates, open } = setUp(async () => {
      reads += 1;
      return none;
    });
    await dates.readMissing(kitsOf(ready()), signal, 0);
    await open().readMissing(kitsOf(ready()), signal, 0);
    expect(reads).toBe(1);
    expect(kinds(dates.of(ready()))).toEqual(['request']);
  });

  test('a kit that goes while its document is read, or gets another one, learns nothing', async () => {
    const { dates, rows, log } = setUp();
    await dates.readMissing({ list: () => [ready()], get: () => undefined }, signal, 0);
    const other = ready({ document: { bytes: 1, sha256: 'b', pages: 1 } });
    await dates.readMissing({ list: () => [ready()], get: () => other }, signal, 0);
    expect([rows.size, log.lines]).toEqual([0, []]);
  });

  test('the end of the app ends the reading', async () => {
    const end = new AbortController();
    const { dates, rows, log } = setUp(async () => {
      end.abort();
      throw end.signal.reason;
    });
    await dates.readMissing(kitsOf(ready()), end.signal, 0);
    expect([rows.size, log.lines]).toEqual([0, []]);
    await expect(dates.arrived('k', { path: 'p', sha256: 'a', now: 0 }, end.signal)).rejects.toThrow();
  });

  test('a clock that differs from the service’s is told until it no longer does', () => {
    const { dates, notices } = setUp();
    dates.clockOff('p', -2 * 3_600_000 - 300_000);
    expect(notices.list()[0]?.message).toContain('2 h 5 min ahead of the service’s');
    dates.clockOff('p', 4 * 86_400_000);
    expect(notices.list()[0]?.message).toContain('4 days behind');
    dates.clockOff('p', 0);
    expect(notices.list()).toEqual([]);
  });
});

describe('what a run learns', () => {
  const trip = { origin: 'EGLL', destination: 'KJFK' };

  function run(script: Script) {
    const clock = new VirtualClock();
    const { dates } = setUp(async () => none, clock.now);
    const engine = createKitEngine({
      store: new MemoryKitStore(),
      documents: new MemoryDocuments(),
      dates,
      serviceOf: async () => scriptedService(script),
      limitsOf: () => ({ parallel_requests: 1, parallel_downloads: 1 }),
      clock,
      random: () => 0.5,
      newId: () => 'k',
      patience: { deadline_ms: 600_000, max_failures: 3, outages_stop_the_clock: false },
      log: memoryLog(),
    });
    const known = async () => {
      await clock.until(() => engine.get('k').state === 'ready');
      return new Map(dates.of(engine.get('k')).map((date) => [date.evidence, date]));
    };
    return { clock, engine, known };
  }

  function answers(...states: ('generating' | 'generated')[]): NonNullable<Script['pdf']> {
    return async () => {
      const state = states.shift() ?? 'generated';
      return state === 'generated'
        ? { state, url: 'https://store.example/x', messages: [] }
        : { state, messages: [] };
    };
  }

  test('seen being generated and then done: generated in between', async () => {
    const { engine, known, clock } = run({ pdf: answers('generating', 'generating', 'generated') });
    const begun = clock.now();
    engine.request('p', [trip]);
    const dates = await known();
    const { from, at } = dates.get('service') ?? {};
    expect(dates.get('request')?.at).toBe(begun);
    expect([typeof from, typeof at]).toEqual(['number', 'number']);
    expect(begun + 5_000 < Number(from) && Number(from) < Number(at) && Number(at) <= clock.now()).toBe(true);
  });

  test('done at the first answer: nothing is known by the service', async () => {
    const { engine, known } = run({});
    engine.track('p', ['TK-1']);
    expect([...(await known()).keys()]).toEqual([]);
  });

  test('the storage’s time is the one of the answer that the document came with', async () => {
    const times = [7_000, null, 9_000];
    const download: NonNullable<Script['download']> = async (_url, sink, options) => {
      await sink.begin({ etag: null, total: sound.length });
      for (const at of times.splice(0, 2)) options?.onStored?.(at);
      await sink.write(sound);
    };
    const forgotten = run({ download });
    forgotten.engine.track('p', ['TK-1']);
    expect((await forgotten.known()).has('storage')).toBe(false);
    const kept = run({ download });
    kept.engine.track('p', ['TK-2']);
    expect((await kept.known()).get('storage')).toEqual({ evidence: 'storage', from: null, at: 9_000 });
  });

  test('where our clock is wrong, the service’s counts', async () => {
    const off = 3 * 86_400_000;
    const { engine, known, clock } = run({ pdf: answers('generating', 'generated'), clock_off_ms: off });
    const begun = clock.now();
    engine.request('p', [trip]);
    const dates = await known();
    expect(dates.get('request')?.at).toBe(begun + off);
    expect(Number(dates.get('service')?.from)).toBeGreaterThan(begun + off);
  });
});
