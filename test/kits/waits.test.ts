/** What a kit's line says while it waits, and how much of its document it says is here. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { EngineDeps } from '../../main/kits/engine.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { combinedWait, type Wait, waitAfter, whileTrying } from '../../main/kits/waits.ts';
import { CallFailure, type ServerRole } from '../../main/service/answer.ts';
import { answerFailure } from '../../main/service/bearer-call.ts';
import { captivePortal, networkFailure } from '../../main/service/network-failure.ts';
import { engineRun } from './engine-run.ts';
import { type Script, scriptedService } from './fake-service.ts';

const trip = { origin: 'EGLL', destination: 'KJFK' };
const gone = () =>
  new CallFailure('network', 'The network is gone. Check the network connection and try again.', {
    remedy: 'wait',
    maybe_received: false,
  });
const status = (code: number, retry_after_ms: number | null = null) =>
  new CallFailure('service', `It is busy (HTTP ${code}). Try again in a while.`, {
    status: code,
    remedy: 'wait',
    retry_after_ms,
    maybe_received: true,
  });

function setUp(script: Script = {}, change: Partial<EngineDeps> = {}) {
  const patience = { deadline_ms: 1_800_000, max_failures: Infinity, outages_stop_the_clock: true };
  const run = engineRun(script, { patience, ...change });
  const { engine } = run;
  /** Each kit as listeners heard of it last: what the window shows. */
  const shown = new Map<string, LiveKit>();
  engine.onChange(({ changed, removed }) => {
    for (const kit of changed) shown.set(kit.id, kit);
    for (const id of removed) shown.delete(id);
  });
  const request = (count: number) =>
    engine
      .request(
        'p',
        Array.from({ length: count }, () => trip),
      )
      .map(({ id }) => id);
  /** The kit as it is shown; what the engine itself says of it is the same. */
  const line = (id: string): LiveKit => {
    const kit = shown.get(id);
    if (!kit) throw new Error(`${id} was never shown`);
    expect(kit.activity).toBe(engine.get(id).activity);
    return kit;
  };
  return { ...run, request, line };
}

describe('a kit that waits', () => {
  it('obeys a 429 until the moment that it names, and so do all behind it, each of which says so', async () => {
    const sent: number[] = [];
    const test = setUp({
      request: async () => {
        sent.push(test.clock.monotonic());
        if (sent.length === 1) throw status(429, 90_000);
        return { tripkit_id: `TK-${sent.length}`, messages: [] };
      },
    });
    const [first = '', beside = '', ...behind] = test.request(6);
    await test.clock.advance(10);
    const until = test.clock.epoch + 90_000;
    // That one was sent at the same moment and taken on; it is asked for no sooner either.
    expect(test.line(beside).state).toBe('generating');
    for (const id of [first, beside, ...behind]) {
      expect(test.line(id)).toMatchObject({
        activity: 'The service asked us to wait.',
        wait: { reason: 'asked', why: 'It is busy (HTTP 429).', until, may_try: false },
      });
      expect(() => test.engine.tryNow(id)).toThrow('The server asked for this pause');
    }
    await test.clock.advance(89_000);
    expect(sent).toHaveLength(2);
    expect(test.engine.cancel(behind[0] ?? '').state).toBe('cancelled');
    await test.clock.advance(1_100);
    expect(sent[2]).toBeGreaterThanOrEqual(90_000);
    expect(test.line(first)).toMatchObject({ state: 'generating', activity: null, wait: null });
  });

  it('tells when the next try is, and makes it then; a person may have it now', async () => {
    const asked: number[] = [];
    let away = true;
    const test = setUp({
      pdf: async (id) => {
        asked.push(test.clock.monotonic());
        if (away) throw gone();
        return { state: 'generated', url: `https://store.example/${id}`, messages: [] };
      },
    });
    const [id = ''] = test.request(1);
    await test.clock.until(() => asked.length === 5);
    await test.clock.settle();
    const { wait, activity } = test.line(id);
    expect(activity).toBe('The service can’t be reached.');
    const why = 'The network is gone. Check the network connection.';
    expect(wait).toMatchObject({ reason: 'trouble', why, may_try: true });
    expect(wait?.since).toBe(test.clock.epoch + (asked[0] ?? 0));
    await test.clock.until(() => asked.length === 6);
    expect(test.clock.epoch + (asked[5] ?? 0)).toBeCloseTo(wait?.until ?? 0, 3);
    await test.clock.settle();
    away = false;
    const now = test.clock.monotonic();
    test.engine.tryNow(id);
    await test.clock.settle();
    expect(asked).toEqual([...asked.slice(0, 6), now]);
    expect(test.line(id).wait).toBeNull();
  });

  it('lets nobody cut short a wait that a 503 asked for, though a machine that woke may', async () => {
    const test = setUp({
      pdf: async () => {
        throw status(503, 600_000);
      },
    });
    const [id = ''] = test.request(1);
    await test.clock.advance(60_000);
    expect(test.line(id)).toMatchObject({
      state: 'generating',
      wait: { reason: 'asked', may_try: false },
    });
    expect(() => test.engine.tryNow(id)).toThrow(TripKitError);
  });

  it('says of every kit of the profile that the service is away, not only of the one that found out', async () => {
    let away = false;
    const test = setUp({
      pdf: async () => {
        if (away) throw status(503);
        return { state: 'generating', messages: [] };
      },
    });
    const ids = test.request(6);
    await test.clock.advance(60_000);
    away = true;
    await test.clock.until(() => ids.some((id) => test.line(id).wait !== null));
    for (const id of ids)
      expect(test.line(id)).toMatchObject({
        activity: 'The service is not available.',
        wait: { why: 'It is busy (HTTP 503).' },
      });
    away = false;
    await test.clock.until(() => ids.every((id) => test.line(id).wait === null));
  });

  it('counts nothing down once a person had it tried, and forgets the wait when it goes well', async () => {
    const answer = Promise.withResolvers<void>();
    let calls = 0;
    const test = setUp({
      pdf: async (id) => {
        calls += 1;
        if (calls < 6) throw gone();
        await answer.promise;
        return { state: 'generated', url: `https://store.example/${id}`, messages: [] };
      },
    });
    const [id = ''] = test.request(1);
    await test.clock.until(() => calls === 5);
    await test.clock.settle();
    expect(test.line(id).wait?.until).toBeGreaterThan(test.clock.now() + 1_000);
    test.engine.tryNow(id);
    await test.clock.settle();
    expect(calls).toBe(6);
    expect(test.line(id).wait).toMatchObject({ until: null, may_try: false });
    answer.resolve();
    await test.clock.until(() => test.line(id).state === 'ready');
  });

  it('is not given up for a pause that the service asked for, however long', async () => {
    let asked = 0;
    const test = setUp(
      {
        pdf: async (id) => {
          asked += 1;
          if (asked === 1) throw status(429, 3_600_000);
          return { state: 'generated', url: `https://store.example/${id}`, messages: [] };
        },
      },
      { patience: { deadline_ms: 60_000, max_failures: Infinity, outages_stop_the_clock: true } },
    );
    const [id = ''] = test.request(1);
    await test.clock.advance(3_590_000);
    expect(test.line(id)).toMatchObject({ state: 'generating', wait: { reason: 'asked' } });
    await test.clock.until(() => test.line(id).state === 'ready');
    expect(asked).toBe(2);
  });

  it('counts nothing down while the next try is under way', async () => {
    const hangs = Promise.withResolvers<never>();
    let calls = 0;
    const test = setUp({
      pdf: async () => {
        calls += 1;
        if (calls === 1) throw gone();
        return hangs.promise;
      },
    });
    const [id = ''] = test.request(1);
    await test.clock.until(() => calls === 2);
    await test.clock.advance(5_000);
    expect(test.line(id).wait).toMatchObject({ reason: 'trouble', until: null, may_try: false });
    // Its time came before the person asked: no failure, and no second call.
    expect(test.engine.tryNow(id)).toMatchObject({ state: 'generating' });
    await test.clock.settle();
    expect(calls).toBe(2);
    test.engine.cancel(id);
    hangs.reject(gone());
    await test.clock.settle();
  });

  it('says that others go first, to be requested and to be downloaded', async () => {
    const hangs = Promise.withResolvers<never>();
    const test = setUp({
      request: async ({ origin }) => {
        await test.clock.sleep(1_000);
        return { tripkit_id: `TK-${origin}`, messages: [] };
      },
      download: () => hangs.promise,
    });
    const ids = test.request(4);
    await test.clock.settle();
    expect(test.line(ids[3] ?? '')).toMatchObject({
      activity: 'Waiting for its turn: 2 kits are requested at a time.',
      wait: { reason: 'turn', until: null, may_try: false },
    });
    await test.clock.advance(60_000);
    const queued = ids.filter((id) => test.line(id).wait?.reason === 'turn');
    expect(queued).toHaveLength(3);
    expect(test.line(queued[0] ?? '').activity).toBe(
      'Waiting for its turn: one kit is downloaded at a time.',
    );
    for (const id of ids) test.engine.cancel(id);
    hangs.reject(gone());
    await test.clock.settle();
  });

  it('waits for a certificate and for the disk without asking a person to do what it does itself', async () => {
    let usable = false;
    const test = setUp(
      {},
      {
        serviceOf: async () => {
          if (!usable) throw new TripKitError('identity', 'The keychain is locked. Unlock it and try again.');
          return scriptedService({});
        },
      },
    );
    const [id = ''] = test.request(1);
    await test.clock.advance(1_000);
    expect(test.line(id)).toMatchObject({
      activity: 'The keychain is locked. Unlock it.',
      wait: { reason: 'identity', until: null, may_try: true },
    });
    usable = true;
    test.engine.tryNow(id);
    await test.clock.until(() => test.line(id).state === 'ready');

    const full = setUp();
    const write = full.deps.store.write.bind(full.deps.store);
    const [other = ''] = full.request(1);
    full.deps.store.write = () => {
      throw new TripKitError('disk', 'The disk is full. Free some space and try again.');
    };
    await full.clock.advance(10_000);
    expect(full.line(other)).toMatchObject({
      activity: 'The disk is full. Free some space.',
      wait: { reason: 'disk', until: null, may_try: false },
    });
    full.deps.store.write = write;
    await full.clock.until(() => full.line(other).state === 'ready');
  });
});

describe('a download', () => {
  it('shows the last bytes that came, however soon after the others, and says when no more come', async () => {
    const hangs = Promise.withResolvers<never>();
    const test = setUp({
      download: async (_url, sink, options) => {
        await sink.begin({ etag: '"e"', total: 3_700 });
        for (const bytes of [0, 400, 500]) {
          await sink.write(new Uint8Array(bytes));
          options?.onProgress?.(sink.received, sink.total);
        }
        return hangs.promise;
      },
    });
    const [id = ''] = test.request(1);
    await test.clock.until(() => test.line(id).progress !== null);
    await test.clock.advance(100);
    expect(test.line(id)).toMatchObject({ progress: { received: 900, total: 3_700 }, wait: null });
    const last = test.clock.now() - 100;
    await test.clock.advance(8_000);
    expect(test.line(id)).toMatchObject({
      progress: { received: 900, total: 3_700 },
      activity: 'The storage has stopped sending.',
      wait: { reason: 'silence', until: null, may_try: false },
    });
    expect(Math.abs((test.line(id).wait?.since ?? 0) - last)).toBeLessThan(60);
    test.engine.cancel(id);
    hangs.reject(gone());
    await test.clock.settle();
  });

  it('begins with what an earlier run has left, before its first byte', async () => {
    const hangs = Promise.withResolvers<never>();
    const test = setUp({ download: () => hangs.promise });
    const [id = ''] = test.request(1);
    test.documents.parts.set(id, { bytes: new Uint8Array(900), etag: '"e"', total: 3_700 });
    await test.clock.until(() => test.line(id).state === 'downloading');
    await test.clock.settle();
    expect(test.line(id).progress).toEqual({ received: 900, total: 3_700 });
    test.engine.cancel(id);
    hangs.reject(gone());
    await test.clock.settle();
  });

  it('never shows less than is here, nor goes back, however it comes and is cut', async () => {
    const pieces = fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 400 }), pause: fc.nat(120) }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 4 }), async (tries) => {
        const total = tries.flat().reduce((sum, { bytes }) => sum + bytes, 0);
        let made = 0;
        const test = setUp({
          download: async (_url, sink, options) => {
            if (sink.received === 0) await sink.begin({ etag: '"e"', total });
            options?.onProgress?.(sink.received, sink.total);
            for (const { bytes, pause } of tries[made++] ?? []) {
              await test.clock.sleep(pause);
              await sink.write(new Uint8Array(bytes));
              options?.onProgress?.(sink.received, sink.total);
            }
            if (made < tries.length) throw gone();
          },
        });
        const [id = ''] = test.request(1);
        const received: number[] = [];
        test.engine.onChange(({ changed }) => {
          for (const { progress } of changed) if (progress) received.push(progress.received);
        });
        while (test.line(id).state !== 'ready') {
          await test.clock.advance(37);
          const part = test.documents.parts.get(id);
          // As long as a person can see: what is shown is what is here.
          const settled = received.at(-1) ?? 0;
          if (test.line(id).wait && part) expect(settled).toBe(part.bytes.length);
          if (part) expect(settled).toBeLessThanOrEqual(part.bytes.length);
        }
        expect(received).toEqual([...received].sort((a, b) => a - b));
      }),
      { numRuns: 25 },
    );
  });
});

describe('the longest of several waits', () => {
  const aWait = fc.record({
    reason: fc.constantFrom<Wait['reason']>('asked', 'trouble'),
    text: fc.constant('Own.'),
    since: fc.nat(100),
    until: fc.option(fc.nat(200), { nil: null }),
    may_try: fc.boolean(),
  });
  const aHold = fc.record({ since: fc.nat(100), until: fc.nat(200), asked: fc.boolean() });

  it('says when the last of them ends, and lets none be cut short that was asked for', () => {
    fc.assert(
      fc.property(aWait, aHold, fc.nat(200), fc.nat(250), (own, hold, notBefore, now) => {
        const wait = combinedWait(own, { ...hold, error: status(503) }, notBefore, now);
        const ends = [own.until ?? 0, hold.until, notBefore].filter((end) => end > now);
        expect(wait?.until).toBe(ends.length > 0 ? Math.max(...ends) : null);
        if (ends.length === 0) expect(wait?.may_try).toBe(false);
        if ((hold.asked && hold.until > now) || (!own.may_try && (own.until ?? 0) > now))
          expect(wait?.may_try).toBe(false);
      }),
    );
  });
});

describe('a failed call in short', () => {
  const at = { host: '127.0.0.1:33605', now: 0 };
  const answer = (code: number, headers = {}) => ({ status: code, headers, text: '' });
  const network = (code: string, role: ServerRole = 'api') =>
    networkFailure(Object.assign(new Error(code), { code }), {
      role,
      host: at.host,
      connected: code.startsWith('UND_ERR'),
      client_certificate: false,
    });

  it.each<[string, CallFailure | null]>([
    ['The service is not available.', answerFailure(answer(503), at)],
    ['The service is not available.', answerFailure(answer(500), at)],
    ['The service asked us to wait.', answerFailure(answer(429), at)],
    ['The service asked us to wait.', answerFailure(answer(503, { 'retry-after': '60' }), at)],
    ['No connection.', network('ENOTFOUND')],
    ['No connection.', network('ENETUNREACH', 'storage')],
    ['The service can’t be reached.', network('ECONNREFUSED', 'auth')],
    ['The storage can’t be reached.', network('UND_ERR_BODY_TIMEOUT', 'storage')],
    [
      'The network asks for a sign-in: open your browser.',
      captivePortal(answer(511), { role: 'api', origin: `https://${at.host}` }),
    ],
  ])('%s', (text, error) => {
    if (!error) throw new Error('no failure');
    const wait = waitAfter(error, 0, 1);
    expect(wait.text).toBe(text);
    // Host and code are not lost: they are in the full message.
    expect(wait.why).toContain(at.host);
    if (error.status !== undefined) expect(wait.why).toContain(`HTTP ${error.status}`);
    expect(combinedWait(null, { error, since: 0, until: 1, asked: wait.reason === 'asked' }, 0, 0)).toEqual(
      wait,
    );
  });
});

it('a message for a wait keeps what happened and what helps, and leaves the trying to the app', () => {
  const cases = [
    ['A is gone. Check the network connection and try again.', 'A is gone. Check the network connection.'],
    ['A is busy (HTTP 429). Try again in a while.', 'A is busy (HTTP 429).'],
    [
      'A fails (HTTP 500). The service says: Try Bob. Try again later; if it stays so, tell B.',
      'A fails (HTTP 500). The service says: Try Bob.',
    ],
    [
      'Sign in first: open a web page in your browser, then try again. If it stays so, check C.',
      'Sign in first: open a web page in your browser.',
    ],
    ['Choose your certificate file first.', 'Choose your certificate file first.'],
  ];
  for (const [given = '', wanted] of cases) expect(whileTrying(given)).toBe(wanted);
});
