/** When a run of PDF.js is replaced, and who answers meanwhile. */
import { beforeEach, expect, test, vi } from 'vitest';
import { PdfError } from '../../renderer/documents/messages/document.ts';
import {
  PdfjsRuns,
  RENEW_BYTES,
  RENEW_IDLE_MS,
  RENEW_PAINTINGS,
  type Run,
} from '../../renderer/documents/pdfjs-runs.ts';
import { type PdfjsSession, ReadWatch } from '../../renderer/documents/pdfjs-session.ts';

/** Sessions that a test opens when it wants, and what they were given. */
function sessions() {
  const live = new Set<number>();
  const given = new Map<number, number>();
  const opening: PromiseWithResolvers<PdfjsSession>[] = [];
  let count = 0;
  const make = (): PdfjsSession => {
    const name = ++count;
    live.add(name);
    return {
      name,
      document: {},
      reads: new ReadWatch(),
      bytesGiven: () => given.get(name) ?? 0,
      workerRendering: true,
      retryReads: () => {},
      close: async () => void live.delete(name),
    } as unknown as PdfjsSession;
  };
  const runs = new PdfjsRuns(make(), {
    open: () => {
      const wanted = Promise.withResolvers<PdfjsSession>();
      opening.push(wanted);
      return wanted.promise;
    },
    asPdfError: (error) => error,
  });
  const name = async (run: Run) => (run.session as unknown as { name: number }).name;
  return {
    runs,
    live,
    opening,
    give: (session: number, bytes: number) => given.set(session, bytes),
    answers: () => runs.do(name),
    /** The run that was asked for last is there. */
    async ready() {
      opening.at(-1)?.resolve(make());
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const rest = () => vi.advanceTimersByTimeAsync(RENEW_IDLE_MS);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
test('a run that was given much is replaced at a rest; until the new one is there the old one answers', async () => {
  const { live, opening, give, answers, ready } = sessions();
  give(1, RENEW_BYTES - 1);
  expect(await answers()).toBe(1);
  await rest();
  expect(opening).toHaveLength(0);
  give(1, RENEW_BYTES);
  expect(await answers()).toBe(1);
  expect(opening).toHaveLength(0);
  await rest();
  expect(opening).toHaveLength(1);
  expect(await answers()).toBe(1);
  await ready();
  expect(await answers()).toBe(2);
  expect([...live]).toEqual([2]);
});

test('so is a run that has painted much', async () => {
  const { runs, opening, answers } = sessions();
  await runs.do(async (run) => {
    run.paintings += RENEW_PAINTINGS;
  });
  expect(await answers()).toBe(1);
  await rest();
  expect(opening).toHaveLength(1);
});

test('whoever never rests gets a new run after twice as much, and only one', async () => {
  const { live, opening, give, answers, ready } = sessions();
  give(1, RENEW_BYTES * 1.5);
  for (let call = 0; call < 50; call += 1) {
    await answers();
    await vi.advanceTimersByTimeAsync(RENEW_IDLE_MS - 1);
  }
  expect(opening).toHaveLength(0);
  give(1, RENEW_BYTES * 2);
  for (let call = 0; call < 50; call += 1) await answers();
  expect(opening).toHaveLength(1);
  expect(live.size).toBe(1);
  await ready();
  expect([...live]).toEqual([2]);
});

test('the old run lives until its last call has its answer', async () => {
  const { runs, live, give, answers, ready } = sessions();
  give(1, RENEW_BYTES * 2);
  await answers();
  const page = Promise.withResolvers<string>();
  const painting = runs.do(() => page.promise);
  await vi.advanceTimersByTimeAsync(0);
  await ready();
  expect([...live]).toEqual([1, 2]);
  expect(await answers()).toBe(2);
  page.resolve('painted');
  expect(await painting).toBe('painted');
  await vi.advanceTimersByTimeAsync(0);
  expect([...live]).toEqual([2]);
});

test('a call that comes just as the old run ends is answered by the new one', async () => {
  const { live, give, answers, ready } = sessions();
  give(1, RENEW_BYTES * 2);
  await answers();
  const answer = answers();
  await ready();
  expect(await answer).toBe(2);
  expect([...live]).toEqual([2]);
});

test('nothing is replaced while the window is hidden', async () => {
  const { opening, give, answers } = sessions();
  give(1, RENEW_BYTES);
  await answers();
  vi.stubGlobal('document', { hidden: true });
  await rest();
  expect(opening).toHaveLength(0);
});

test('calls to a dead run wait for the new one, also where that was being opened already', async () => {
  const { runs, live, opening, give, answers, ready } = sessions();
  give(1, RENEW_BYTES * 2);
  await answers();
  expect(opening).toHaveLength(1);
  runs.now.session.reads.fail(new PdfError('engine'));
  const answer = answers();
  await vi.advanceTimersByTimeAsync(0);
  expect(opening).toHaveLength(1);
  await ready();
  expect(await answer).toBe(2);
  expect([...live]).toEqual([2]);
});

test('a new run that can not be opened leaves the old one in its place, and is tried again', async () => {
  const { live, opening, give, answers, ready } = sessions();
  give(1, RENEW_BYTES);
  await answers();
  await rest();
  opening[0]?.reject(new PdfError('gone'));
  await vi.advanceTimersByTimeAsync(0);
  expect(await answers()).toBe(1);
  await rest();
  expect(opening).toHaveLength(2);
  await ready();
  expect(await answers()).toBe(2);
  expect([...live]).toEqual([2]);
});
