import { beforeEach, expect, test, vi } from 'vitest';
import { type ReadingPlace, readingPlace } from '../../../../preload/contract.ts';
import {
  createPlaceKeeper,
  jumpedFrom,
  noJumps,
  stepJump,
  toReadingPlace,
  type View,
  viewOf,
} from '../../../../renderer/viewer/document/place/reading-place.ts';

const at = (page: number) => ({ page, down: 0.25, across: 0 });
const view: View = {
  mode: 'width',
  arrangement: 'facing',
  turn: 90,
  pageTurns: new Map([[3, 180]]),
  pinOrder: [5, [2, 1], [2, 0]],
};

test('back and forward through jumps, as in a browser', () => {
  const two = jumpedFrom(jumpedFrom(noJumps, at(1)), at(5));
  const back = stepJump(two, at(9), 'back');
  expect(back?.to).toEqual(at(5));
  const forward = stepJump(back?.history ?? noJumps, at(5), 'forward');
  expect(forward?.to).toEqual(at(9));
  expect(forward?.history.back).toEqual([at(1), at(5)]);
  // A new jump forgets what was ahead; at the ends nothing happens.
  expect(jumpedFrom(back?.history ?? noJumps, at(5)).forward).toEqual([]);
  expect(stepJump(noJumps, at(1), 'back')).toBeNull();
});

test('the jumps that are remembered do not grow without end', () => {
  let jumps = noJumps;
  for (let page = 1; page <= 500; page += 1) jumps = jumpedFrom(jumps, at(page));
  expect(jumps.back).toHaveLength(100);
  expect(jumps.back.at(-1)).toEqual(at(500));
});

test('what is kept is what the contract takes, and comes back', () => {
  const kept = toReadingPlace({ page: 4, down: 7, across: -3 }, view);
  expect(readingPlace.parse(kept)).toMatchObject({ page: 4, down: 2, across: -1, turn: 90 });
  expect(viewOf(kept)).toEqual(view);
});

beforeEach(() => {
  vi.useFakeTimers();
});
function keeper(keep = vi.fn(async (_place: ReadingPlace): Promise<void> => {})) {
  let page = 1;
  const made = createPlaceKeeper(() => toReadingPlace(at(page), view), keep);
  return {
    keep,
    made,
    go(to: number) {
      page = to;
      made.changed();
    },
  };
}

test('a place is kept when reading rests, and often enough while it does not', async () => {
  const { keep, made, go } = keeper();
  made.begin();
  go(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(keep).toHaveBeenCalledTimes(1);
  for (let step = 0; step < 50; step += 1) {
    go(3 + step);
    await vi.advanceTimersByTimeAsync(100);
  }
  // Five seconds without a rest: kept every two.
  expect(keep.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(keep.mock.calls.length).toBeLessThan(8);
});

test('nothing is kept before the place of last time is known, and the same place only once', async () => {
  const { keep, made, go } = keeper();
  go(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(keep).not.toHaveBeenCalled();
  made.begin();
  go(2);
  made.flush();
  go(2);
  made.flush();
  expect(keep).toHaveBeenCalledTimes(1);
});

test('leaving keeps at once; a place that could not be kept is kept with the next change', async () => {
  const keep = vi.fn(async (_place: ReadingPlace): Promise<void> => {});
  keep.mockRejectedValueOnce(new Error('the disk is full'));
  const { made, go } = keeper(keep);
  made.begin();
  go(2);
  made.flush();
  await vi.advanceTimersByTimeAsync(0);
  go(2);
  made.flush();
  expect(keep).toHaveBeenCalledTimes(2);
});
