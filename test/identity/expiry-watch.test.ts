import { expect, test, vi } from 'vitest';
import { NoticeBoard } from '../../main/host/notices.ts';
import { ExpiryWatch } from '../../main/identity/expiry-watch.ts';

const DAY = 24 * 60 * 60_000;
const END = Date.UTC(2027, 0, 31);

function setUp(profiles = [{ id: 'p', name: 'Training' }]) {
  const board = new NoticeBoard();
  const state = { now: END - 40 * DAY, valid_to: END as number | null, profiles };
  const watch = new ExpiryWatch({
    profiles: () => state.profiles,
    factsOf: async () => (state.valid_to === null ? null : { valid_to: state.valid_to, kind: 'file' }),
    notices: board,
    now: () => state.now,
  });
  const at = async (days: number) => {
    state.now = END - days * DAY;
    await watch.check();
    return board.list().map(({ id, severity }) => [id, severity]);
  };
  return { board, state, watch, at };
}

test('told 30, 7 and 1 days before and after the end, once more at each, dismissed or not', async () => {
  const { board, at } = setUp();
  expect(await at(40)).toEqual([]);
  expect(await at(29)).toEqual([['expiry:p:30', 'warning']]);
  board.dismiss('expiry:p:30');
  expect(await at(20)).toEqual([]);
  expect(await at(6.5)).toEqual([['expiry:p:7', 'warning']]);
  expect(await at(0.5)).toEqual([['expiry:p:1', 'warning']]);
  expect(await at(-1)).toEqual([['expiry:p:0', 'error']]);
  expect(board.list()[0]?.message).toContain('31 Jan 2027');
  // The notice leads to its renewal.
  expect(board.list()[0]?.setup).toEqual({ part: 'identity', profile_id: 'p' });
});

test('a new certificate takes the notice down; so does a profile that goes', async () => {
  const { board, state, watch, at } = setUp();
  await at(3);
  state.valid_to = END + 400 * DAY;
  await watch.check();
  expect(board.list()).toEqual([]);
  state.valid_to = END;
  await watch.check();
  expect(board.list()).toHaveLength(1);
  state.profiles = [];
  await watch.check();
  expect(board.list()).toEqual([]);
});

test('with several profiles each notice names its own; what can’t be read is passed over', async () => {
  const { board, state, watch } = setUp([
    { id: 'p', name: 'Training' },
    { id: 'q', name: 'Production' },
  ]);
  state.now = END - 3 * DAY;
  await watch.check();
  expect(board.list().map(({ message }) => message.split(':')[0])).toEqual(['Training', 'Production']);
  state.valid_to = null;
  await watch.check();
  expect(board.list()).toEqual([]);
});

test('each notice changes at its moment, not at the next hour', async () => {
  vi.useFakeTimers({ now: END - 8 * DAY, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  try {
    const board = new NoticeBoard();
    const watch = new ExpiryWatch({
      profiles: () => [{ id: 'p', name: 'Training' }],
      factsOf: async () => ({ valid_to: END, kind: 'file' }),
      notices: board,
      now: () => Date.now(),
    });
    const ids = () => board.list().map(({ id }) => id);
    watch.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual(['expiry:p:30']);
    await vi.advanceTimersByTimeAsync(DAY);
    expect(ids()).toEqual(['expiry:p:7']);
    await vi.advanceTimersByTimeAsync(6 * DAY);
    expect(ids()).toEqual(['expiry:p:1']);
    // The last moment is still valid.
    await vi.advanceTimersByTimeAsync(DAY);
    expect([Date.now(), ids()]).toEqual([END, ['expiry:p:1']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual(['expiry:p:0']);
    watch.stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
