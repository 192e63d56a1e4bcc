import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { createKitEngine, type EngineDeps } from '../../main/kits/engine.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { CallFailure } from '../../main/service/answer.ts';
import { UrlRefused } from '../../main/service/download.ts';
import { MemoryGenerationTimes } from '../../main/store/generation-times.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { BY_PERSON } from '../kits.ts';
import { engineRun } from './engine-run.ts';
import { type Script, scriptedService, sound } from './fake-service.ts';

const trip = { origin: 'EGLL', destination: 'KJFK' };
const network = (maybe_received: boolean) =>
  new CallFailure('network', 'The network is gone. Try again.', { remedy: 'wait', maybe_received });
const status = (code: number, retry_after_ms: number | null = null) =>
  new CallFailure('service', `HTTP ${code}. Try again.`, {
    status: code,
    remedy: 'wait',
    retry_after_ms,
    maybe_received: true,
  });
const refusedUrl = () =>
  new UrlRefused('service', 'Expired. Try again.', { status: 403, remedy: 'none', maybe_received: true });

function setUp(script: Script = {}, change: Partial<EngineDeps> = {}) {
  const run = engineRun(script, {
    limitsOf: () => ({ parallel_requests: 2, parallel_downloads: 2 }),
    ...change,
  });
  const { clock, engine } = run;
  const states: string[] = [];
  engine.onChange(({ changed }) => {
    for (const { id, state } of changed) {
      if (states.at(-1) !== `${id} ${state}`) states.push(`${id} ${state}`);
    }
  });
  const end = async (id: string): Promise<LiveKit> => {
    await clock.until(() => ['ready', 'failed', 'unconfirmed', 'cancelled'].includes(engine.get(id).state));
    return engine.get(id);
  };
  const one = () => engine.request('p', [trip])[0]?.id ?? '';
  return { ...run, states, end, one };
}

describe('the engine', () => {
  it('takes a kit from the request to a verified document, asking no earlier than 5 s after it', async () => {
    const asked: number[] = [];
    const test = setUp({
      pdf: async () => {
        asked.push(test.clock.monotonic());
        return asked.length < 3
          ? { state: 'generating', messages: [] }
          : {
              state: 'generated',
              url: 'https://store.example/x',
              messages: [{ code: '205', type: 'Warning', message: 'm' }],
            };
      },
    });
    const kit = await test.end(test.one());
    expect(kit).toMatchObject({
      state: 'ready',
      tripkit_id: 'TK-1',
      document: { pages: 3, bytes: sound.length },
    });
    expect(kit.messages).toEqual([{ code: '205', type: 'Warning', message: 'm' }]);
    expect(test.states).toEqual(
      ['requesting', 'generating', 'downloading', 'ready'].map((s) => `kit-1 ${s}`),
    );
    expect(asked[0]).toBeGreaterThanOrEqual(5000);
    expect(test.store.history('kit-1').map(({ state }) => state)).toEqual([
      'requesting',
      'requesting',
      'generating',
      'downloading',
      'ready',
    ]);
  });

  it('takes a kit of a shelf from the shelf, with no call to the service, while requests of the profile wait', async () => {
    const test = setUp(
      {},
      {
        serviceOf: async () => {
          throw new TripKitError('identity', 'There is no certificate. Import it.');
        },
        shelfOf: async () => scriptedService({}),
      },
    );
    const requested = test.one();
    const shelf = { name: 'Demo Air', put_at: Date.UTC(2026, 10, 20, 20, 24), recalled: null };
    const [kit] = test.engine.take('p', [{ tripkit_id: 'TK-7', trip, created_at: 5, shelf }]);
    expect(await test.end(kit?.id ?? '')).toMatchObject({
      state: 'ready',
      tripkit_id: 'TK-7',
      created_at: 5,
      shelf,
    });
    expect(test.clock.monotonic(), 'it is asked for at once').toBe(0);
    expect(test.store.history(kit?.id ?? '')[0]?.what).toBe(
      'From the shelf of Demo Air, put there 20 Nov 2026 20:24Z.',
    );
    expect(test.engine.get(requested)).toMatchObject({ state: 'requesting', wait: { reason: 'identity' } });
    const recalled = { at: 9, why: 'Wrong aircraft.' };
    expect(test.engine.recall(kit?.id ?? '', recalled)).toMatchObject({
      state: 'ready',
      shelf: { recalled },
    });
    expect(() => test.engine.recall(requested, recalled)).toThrow(TripKitError);
  });

  it('uses no document but the one that the shelf has promised', async () => {
    const promised = { state: 'generated' as const, url: 'u', messages: [] };
    const hashes = ['cd'.repeat(32), hash('sha256', sound)];
    const results = await Promise.all(
      hashes.map(async (sha256) => {
        const test = setUp(
          {},
          { shelfOf: async () => scriptedService({ pdf: async () => ({ ...promised, sha256 }) }) },
        );
        const shelf = { name: 'Demo Air', put_at: 0, recalled: null };
        const [kit] = test.engine.take('p', [{ tripkit_id: 'TK-7', trip, created_at: 5, shelf }]);
        return test.end(kit?.id ?? '');
      }),
    );
    expect(results).toMatchObject([
      {
        state: 'failed',
        failure: { kind: 'document', message: expect.stringContaining('another document') },
      },
      { state: 'ready' },
    ]);
  });

  it('takes the departure that a person enters into the kit and its history, and refuses it of a kit that has one', async () => {
    const test = setUp();
    const { id } = await test.end(test.one());
    const departure = '2026-11-26T10:45:00Z';
    const kit = test.engine.enterDeparture(id, { ...trip, departure });
    expect(kit).toMatchObject({ state: 'ready', trip: { ...trip, departure }, entered: 'departure' });
    expect(test.store.get(id)?.trip).toEqual({ ...trip, departure });
    expect(test.store.history(id).at(-1)).toMatchObject({
      state: 'ready',
      what: 'Departure entered: EGLL to KJFK, 26 Nov 2026 10:45Z.',
    });
    const [dated] = test.engine.request('p', [{ ...trip, departure }]);
    const other = await test.end(dated?.id ?? '');
    expect(() => test.engine.enterDeparture(other.id, { ...trip, departure })).toThrow(TripKitError);
  });

  it('sends a request again only while it certainly did not arrive', async () => {
    let sent = 0;
    const test = setUp({
      request: async () => {
        sent += 1;
        if (sent < 3) throw network(false);
        if (sent < 4) throw status(429, 2000);
        return { tripkit_id: 'TK-9', messages: [] };
      },
    });
    expect(await test.end(test.one())).toMatchObject({ state: 'ready', tripkit_id: 'TK-9' });
    expect(sent).toBe(4);
  });

  it('asks the person when the answer was lost, and sends again only on their word', async () => {
    let sent = 0;
    const test = setUp({
      request: async () => {
        sent += 1;
        if (sent === 1) throw network(true);
        return { tripkit_id: 'TK-2', messages: [] };
      },
    });
    const id = test.one();
    expect(await test.end(id)).toMatchObject({
      state: 'unconfirmed',
      failure: {
        kind: 'network',
        message:
          'No answer to the request came. The network is gone. The service may already be generating this kit: check with your scheduler before you request it again.',
      },
    });
    await test.clock.advance(3600_000);
    expect(sent).toBe(1);
    expect(() => test.engine.retry(id)).toThrow(TripKitError);
    test.engine.requestAgain(id);
    expect(await test.end(id)).toMatchObject({ state: 'ready' });
    expect(sent).toBe(2);
  });

  it('asks the person, too, when the service took a request on under an id that can’t be read', async () => {
    let sent = 0;
    const test = setUp({
      request: async () => {
        sent += 1;
        throw new CallFailure('service', 'It was accepted without an id. Ask your IT.', {
          status: 200,
          condition: 'no_tripkit_id',
          remedy: 'none',
          maybe_received: true,
        });
      },
    });
    const id = test.one();
    expect(await test.end(id)).toMatchObject({
      state: 'unconfirmed',
      failure: { kind: 'service', message: 'It was accepted without an id. Ask your IT.' },
    });
    // A retry would have it generated twice without a question.
    expect(() => test.engine.retry(id)).toThrow('This kit has changed meanwhile');
    expect(sent).toBe(1);
  });

  it('fails on a server error to the request without sending it again', async () => {
    let sent = 0;
    const test = setUp({
      request: async () => {
        sent += 1;
        throw status(503);
      },
    });
    expect(await test.end(test.one())).toMatchObject({
      state: 'failed',
      failure: { kind: 'service', status: 503 },
    });
    expect(sent).toBe(1);
  });

  it('keeps asking through failures, and gives up after too many in a row', async () => {
    let asked = 0;
    const flaky = setUp({
      pdf: async () => {
        asked += 1;
        if (asked % 5) throw asked % 2 ? status(500) : network(true);
        return { state: 'generated', url: 'https://store.example/x', messages: [] };
      },
    });
    expect(await flaky.end(flaky.one())).toMatchObject({ state: 'ready' });
    const broken = setUp({
      pdf: async () => {
        throw status(500);
      },
    });
    expect(await broken.end(broken.one())).toMatchObject({
      state: 'failed',
      failure: { kind: 'service', status: 500 },
    });
  });

  it('says deadline when the kit never comes, and the true reason when the service was failing', async () => {
    const patience = { deadline_ms: 60_000, max_failures: Infinity, outages_stop_the_clock: false };
    const slow = setUp({ pdf: async () => ({ state: 'generating', messages: [] }) }, { patience });
    expect(await slow.end(slow.one())).toMatchObject({ state: 'failed', failure: { kind: 'deadline' } });
    expect(slow.clock.monotonic()).toBeLessThanOrEqual(61_000);
    const down = setUp(
      {
        pdf: async () => {
          throw network(true);
        },
      },
      { patience },
    );
    expect(await down.end(down.one())).toMatchObject({ state: 'failed', failure: { kind: 'network' } });
    const busy = setUp(
      {
        pdf: async () => {
          throw status(429, 50_000);
        },
      },
      { patience },
    );
    expect(await busy.end(busy.one())).toMatchObject({ state: 'failed', failure: { kind: 'deadline' } });
  });

  it('pauses while the service is away where the app says so, and goes on however long it took', async () => {
    const patience = { deadline_ms: 60_000, max_failures: Infinity, outages_stop_the_clock: true };
    let away = true;
    const test = setUp(
      {
        pdf: async () => {
          if (away) throw network(true);
          return { state: 'generated', url: 'https://store.example/x', messages: [] };
        },
      },
      { patience },
    );
    const id = test.one();
    await test.clock.advance(20 * 60_000);
    expect(test.engine.get(id)).toMatchObject({
      state: 'generating',
      activity: 'The service can’t be reached.',
      wait: { why: expect.stringContaining('network is gone') },
    });
    away = false;
    expect(await test.end(id)).toMatchObject({ state: 'ready' });
  });

  it('does not count the hours that a laptop was asleep', async () => {
    const patience = { deadline_ms: 1_800_000, max_failures: Infinity, outages_stop_the_clock: true };
    let there = false;
    const test = setUp(
      {
        pdf: async () =>
          there
            ? { state: 'generated', url: 'https://store.example/x', messages: [] }
            : { state: 'generating', messages: [] },
      },
      { patience },
    );
    const id = test.one();
    await test.clock.advance(20_000);
    test.clock.leap(8 * 3600_000);
    await test.clock.advance(40_000);
    expect(test.engine.get(id).state).toBe('generating');
    there = true;
    expect(await test.end(id)).toMatchObject({ state: 'ready' });

    there = false;
    const slow = test.one();
    expect(await test.end(slow)).toMatchObject({ state: 'failed', failure: { kind: 'deadline' } });
  });

  it('lets a request that is on its way come to its end when the deadline passes', async () => {
    const test = setUp(
      {
        request: async () => {
          await test.clock.sleep(40_000);
          throw network(true);
        },
      },
      { patience: { deadline_ms: 10_000, max_failures: 7, outages_stop_the_clock: false } },
    );
    expect(await test.end(test.one())).toMatchObject({ state: 'unconfirmed' });
  });

  it('ends a call that hangs beyond the deadline', async () => {
    const test = setUp(
      {
        pdf: (_id, signal) =>
          new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      },
      { patience: { deadline_ms: 30_000, max_failures: 7, outages_stop_the_clock: false } },
    );
    expect(await test.end(test.one())).toMatchObject({ state: 'failed', failure: { kind: 'deadline' } });
  });

  it('asks for a fresh URL when the storage refuses the old one', async () => {
    const urls: string[] = [];
    let given = 0;
    const test = setUp({
      pdf: async () => ({ state: 'generated', url: `https://store.example/${++given}`, messages: [] }),
      download: async (url, sink) => {
        urls.push(url);
        if (urls.length < 3) throw refusedUrl();
        await sink.begin({ etag: null, total: sound.length });
        await sink.write(sound);
      },
    });
    expect(await test.end(test.one())).toMatchObject({ state: 'ready' });
    expect(urls).toEqual([1, 2, 3].map((n) => `https://store.example/${n}`));
    const gone = setUp({
      download: async () => {
        throw refusedUrl();
      },
    });
    expect(await gone.end(gone.one())).toMatchObject({
      state: 'failed',
      failure: { kind: 'service', status: 403 },
    });
  });

  it('fetches an unsound document once more, and never shows it as ready', async () => {
    const test = setUp();
    let checks = 0;
    test.documents.verify = async () => {
      checks += 1;
      throw new TripKitError('document', 'This is no PDF. Tell the operator.');
    };
    expect(await test.end(test.one())).toMatchObject({
      state: 'failed',
      failure: { kind: 'document' },
      document: null,
    });
    expect(checks).toBe(2);
    expect(test.documents.published.size).toBe(0);
    expect(test.documents.parts.size).toBe(0);
  });

  it('refuses a document that has no room, before its first byte', async () => {
    const test = setUp();
    test.documents.free = 1000;
    expect(await test.end(test.one())).toMatchObject({ state: 'failed', failure: { kind: 'disk' } });
  });

  it('loses nothing to a disk that can’t be written for a while, and sends nothing before it is written', async () => {
    const store = new MemoryKitStore();
    const write = store.write.bind(store);
    let full = false;
    store.write = (kit, event) => {
      if (full) throw new TripKitError('disk', 'The disk is full. Make room.');
      write(kit, event);
    };
    let sent = 0;
    const test = setUp(
      {
        request: async () => {
          sent += 1;
          full = true;
          return { tripkit_id: 'TK-1', messages: [] };
        },
      },
      { store },
    );
    const id = test.one();
    await test.clock.advance(60_000);
    expect(store.get(id)).toMatchObject({ state: 'requesting', tripkit_id: null });
    expect(test.engine.get(id).activity).toContain('disk is full');
    full = false;
    await test.clock.until(() => store.get(id)?.state === 'ready');
    expect(sent).toBe(1);

    const other = setUp({ request: async () => ({ tripkit_id: `TK-${++sent}`, messages: [] }) }, { store });
    const next = other.engine.request('p', [trip])[0]?.id ?? '';
    full = true;
    await other.clock.advance(60_000);
    expect(sent).toBe(1);
    full = false;
    await other.clock.until(() => store.get(next)?.state === 'ready');

    const sending = {
      ...(store.get(next) ?? test.engine.get(id)),
      id: 'sent',
      state: 'requesting' as const,
      requested_at: 1,
    };
    write(sending, { kit_id: 'sent', at: 0, state: 'requesting', what: 'sent' });
    full = true;
    expect(() => createKitEngine(other.deps).start()).not.toThrow();
  });

  it('asks for all kits of a batch or for none', async () => {
    const store = new MemoryKitStore();
    const write = store.write.bind(store);
    let room = 2;
    store.write = (kit, event) => {
      if (room === 0) throw new TripKitError('disk', 'The disk is full. Make room.');
      room -= 1;
      write(kit, event);
    };
    let sent = 0;
    const test = setUp({ request: async () => ({ tripkit_id: `TK-${++sent}`, messages: [] }) }, { store });
    expect(() => test.engine.request('p', [trip, trip, trip])).toThrow('disk is full');
    await test.clock.advance(60_000);
    expect([test.engine.list(), sent]).toEqual([[], 0]);
  });

  it('takes a stopped run up where it was: nothing is requested twice, the part goes on', async () => {
    let requests = 0;
    let cut = true;
    const script: Script = {
      request: async () => ({ tripkit_id: `TK-${++requests}`, messages: [] }),
      download: async (_url, sink) => {
        if (sink.received === 0) await sink.begin({ etag: '"e"', total: sound.length });
        await sink.write(sound.slice(sink.received, cut ? 5 : sound.length));
        if (cut) throw network(true);
      },
    };
    const first = setUp(script);
    const id = first.one();
    await first.clock.until(() => (first.documents.parts.get(id)?.bytes.length ?? 0) === 5);
    const stopped = first.engine.stop();
    await first.clock.advance(5000);
    await stopped;
    expect(first.store.get(id)?.state).toBe('downloading');
    cut = false;
    const second = createKitEngine(first.deps);
    second.start();
    await first.clock.until(() => second.get(id).state === 'ready');
    expect(first.documents.published.get(id)).toEqual(sound);
    expect(requests).toBe(1);
  });

  it('writes down a request that is answered while it stops, and asks about one that is not', async () => {
    const answer = Promise.withResolvers<void>();
    const test = setUp({
      request: async (_trip, signal) => {
        await Promise.race([
          answer.promise,
          new Promise((_r, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
        ]);
        return { tripkit_id: 'TK-1', messages: [] };
      },
    });
    const [answered = '', lost = ''] = [test.one(), test.one()];
    await test.clock.settle();
    const stopped = test.engine.stop();
    answer.resolve();
    await test.clock.settle();
    await stopped;
    expect(test.store.get(answered)?.state).toBe('generating');
    expect(test.store.get(lost)?.state).toBe('generating');

    const silent = setUp({
      request: (_trip, signal) =>
        new Promise((_r, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    });
    const [sent = '', other = '', queued = ''] = [silent.one(), silent.one(), silent.one()];
    await silent.clock.settle();
    const end = silent.engine.stop();
    await silent.clock.advance(5000);
    await end;
    const next = createKitEngine({ ...silent.deps, serviceOf: async () => scriptedService({}) });
    next.start();
    await silent.clock.until(() => next.get(queued).state === 'ready');
    expect([next.get(sent).state, next.get(other).state]).toEqual(['unconfirmed', 'unconfirmed']);
  });

  it('cancels, retries and removes at any point', async () => {
    const test = setUp({ pdf: async () => ({ state: 'generating', messages: [] }) });
    const id = test.one();
    await test.clock.until(() => test.engine.get(id).state === 'generating');
    expect(test.engine.cancel(id).state).toBe('cancelled');
    await test.clock.advance(60_000);
    expect(test.engine.get(id).state).toBe('cancelled');
    expect(() => test.engine.cancel(id)).toThrow(TripKitError);
    expect(test.engine.retry(id).state).toBe('generating');
    await test.engine.remove(id, BY_PERSON);
    expect(test.engine.list()).toEqual([]);
    expect(() => test.engine.get(id)).toThrow('no longer on this laptop');
    expect(test.documents.open_now.size).toBe(0);
  });

  it('does not fetch a document again whose kit is being removed', async () => {
    const test = setUp();
    const id = test.one();
    await test.end(id);
    const { remove } = test.documents;
    test.documents.remove = async (kit) => {
      await remove.call(test.documents, kit);
      // The watch of the documents notices that the file is missing.
      expect(test.engine.document(id, { type: 'document_gone', why: 'Gone.' }).state).toBe('ready');
    };
    await test.engine.remove(id, BY_PERSON);
    await test.clock.advance(60_000);
    expect(test.engine.list()).toEqual([]);
    expect(test.states.at(-1)).toBe(`${id} ready`);
  });

  it('fetches a document again that was lost, and refuses to retry what nobody knows anything of', async () => {
    const test = setUp();
    const id = test.one();
    await test.end(id);
    test.documents.published.clear();
    const lost = test.engine.document(id, { type: 'document_gone', why: 'The file is gone.' });
    expect(lost).toMatchObject({ state: 'downloading', document: null });
    expect(await test.end(id)).toMatchObject({ state: 'ready' });
    expect(test.documents.published.size).toBe(1);
    expect(test.store.history(id).some(({ what }) => what.includes('The file is gone.'))).toBe(true);
    const orphan = {
      ...test.engine.get(id),
      id: 'orphan',
      state: 'failed' as const,
      trip: null,
      tripkit_id: null,
    };
    test.store.write(orphan, { kit_id: 'orphan', at: 0, state: 'failed', what: 'x' });
    expect(() => test.engine.retry('orphan')).toThrow(TripKitError);
  });

  it('goes on at once when it is woken, though the service was away and said for how long', async () => {
    let away = true;
    const test = setUp({
      pdf: async () => {
        if (away) {
          throw new CallFailure('network', 'Away.', {
            remedy: 'wait',
            retry_after_ms: 300_000,
            maybe_received: true,
          });
        }
        return { state: 'generated', url: 'https://store.example/x', messages: [] };
      },
    });
    const id = test.one();
    await test.clock.advance(60_000);
    expect(test.engine.get(id)).toMatchObject({ state: 'generating', wait: { why: 'Away.' } });
    away = false;
    test.engine.wake();
    await test.clock.advance(10_000);
    expect(test.engine.get(id)).toMatchObject({ state: 'ready' });
  });

  it('brings two hundred kits home within the limits, and asks no more often than the limiter allows', async () => {
    const asked: number[] = [];
    let down = 0;
    let most = 0;
    const due = new Map<string, number>();
    const test = setUp({
      request: async () => {
        await test.clock.sleep(200);
        const tripkit_id = `TK-${due.size}`;
        due.set(tripkit_id, test.clock.monotonic() + 20_000 + (due.size % 100) * 100);
        return { tripkit_id, messages: [] };
      },
      pdf: async (id) => {
        asked.push(test.clock.monotonic());
        await test.clock.sleep(50);
        return test.clock.monotonic() >= (due.get(id) ?? 0)
          ? { state: 'generated', url: 'https://store.example/x', messages: [] }
          : { state: 'generating', messages: [] };
      },
      download: async (_url, sink) => {
        down += 1;
        most = Math.max(most, down);
        await test.clock.sleep(300);
        down -= 1;
        await sink.begin({ etag: null, total: sound.length });
        await sink.write(sound);
      },
    });
    test.engine.request(
      'p',
      Array.from({ length: 200 }, () => trip),
    );
    const ready = new Set<string>();
    test.engine.onChange(({ changed }) => {
      for (const { id, state } of changed) if (state === 'ready') ready.add(id);
    });
    await test.clock.until(() => ready.size === 200);
    expect(most).toBe(2);
    // At most 40 within any second: the one 40 places later comes a second later at least.
    for (const [index, at] of asked.entries())
      expect((asked[index + 40] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(1000);
    expect(asked.length / 200).toBeLessThan(8);
  });

  it('requests what departs first, first, and no more at once than the profile allows', async () => {
    const order: string[] = [];
    let at_once = 0;
    let most = 0;
    const test = setUp({
      request: async ({ flight = '' }) => {
        order.push(flight);
        at_once += 1;
        most = Math.max(most, at_once);
        await test.clock.sleep(100);
        at_once -= 1;
        return { tripkit_id: flight, messages: [] };
      },
    });
    const flight = (name: string, departure: string) => ({ ...trip, flight: name, departure });
    test.engine.request('p', [
      flight('A', '2026-11-22T10:00:00Z'),
      flight('B', '2026-11-22T11:00:00Z'),
      flight('LATE', '2026-11-23T10:00:00Z'),
      flight('SOON', '2026-11-21T10:00:00Z'),
    ]);
    await test.clock.until(() => test.engine.list().every(({ state }) => state === 'ready'));
    expect(order).toEqual(['A', 'B', 'SOON', 'LATE']);
    expect(most).toBe(2);
  });

  it('learns how long kits take, asks accordingly, and says so', async () => {
    const times = new MemoryGenerationTimes();
    const accepted = new Map<string, number>();
    const calls: number[] = [];
    let n = 0;
    const test = setUp(
      {
        request: async () => {
          n += 1;
          accepted.set(`TK-${n}`, test.clock.monotonic());
          return { tripkit_id: `TK-${n}`, messages: [] };
        },
        pdf: async (id) => {
          const age = test.clock.monotonic() - (accepted.get(id) ?? 0);
          calls.push(age);
          return age < 60_000
            ? { state: 'generating', messages: [] }
            : { state: 'generated', url: 'https://store.example/x', messages: [] };
        },
      },
      { times },
    );
    const first = test.one();
    await test.clock.until(() => test.engine.get(first).state === 'generating');
    expect(test.engine.get(first).expected_ms).toEqual({ from: 21_000, to: 29_000 });
    await test.end(first);
    for (let kit = 0; kit < 8; kit += 1) await test.end(test.one());
    expect(times.past('p')).toHaveLength(9);
    const cold = calls.length;
    const last = test.one();
    await test.clock.until(() => test.engine.get(last).state === 'generating');
    const { from, to } = test.engine.get(last).expected_ms ?? { from: 0, to: 0 };
    expect(to).toBeGreaterThan(59_000);
    expect(to).toBeLessThan(66_000);
    expect(from).toBeLessThan(to);
    await test.end(last);
    expect(Math.min(...calls)).toBeGreaterThanOrEqual(5_000);
    expect(calls.length - cold).toBeLessThan(cold / 9);
    const later = createKitEngine({ ...test.deps, store: new MemoryKitStore() });
    const [again = ''] = later.request('p', [trip]).map(({ id }) => id);
    await test.clock.until(() => later.get(again).state === 'generating');
    expect(later.get(again).expected_ms).toMatchObject({ to: expect.closeTo(to, -4) });
    await test.clock.until(() => later.get(again).state === 'ready');
  });

  it('asks for a kit of unknown age at once and every 2 s, and learns nothing from it', async () => {
    const times = new MemoryGenerationTimes();
    const calls: number[] = [];
    const test = setUp(
      {
        pdf: async () => {
          calls.push(test.clock.monotonic());
          return calls.length < 4
            ? { state: 'generating', messages: [] }
            : { state: 'generated', url: 'https://store.example/x', messages: [] };
        },
      },
      { times },
    );
    await test.end(test.engine.track('p', ['TK-7'])[0]?.id ?? '');
    expect(calls).toEqual([0, 2_000, 4_000, 6_000]);
    expect(times.past('p')).toEqual([]);
  });

  it('asks at once after a restart for a kit that has had its 5 s', async () => {
    const calls: number[] = [];
    const test = setUp({ pdf: async () => ({ state: 'generating', messages: [] }) });
    const id = test.one();
    await test.clock.advance(12_000);
    const stopped = test.engine.stop();
    await test.clock.advance(5_000);
    await stopped;
    const next = createKitEngine({
      ...test.deps,
      serviceOf: async () =>
        scriptedService({
          pdf: async () => {
            calls.push(test.clock.monotonic());
            return { state: 'generated', url: 'https://store.example/x', messages: [] };
          },
        }),
    });
    next.start();
    await test.clock.until(() => next.get(id).state === 'ready');
    expect(calls).toEqual([17_000]);
  });

  it('fails no kit because its generation time can not be kept', async () => {
    const broken = () => {
      throw new TripKitError('disk', 'The disk is full. Make room.');
    };
    const test = setUp({}, { times: { past: broken, add: broken } });
    expect(await test.end(test.one())).toMatchObject({ state: 'ready' });
  });
});
