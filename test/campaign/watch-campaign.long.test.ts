import { expect, test } from 'vitest';
import { problemsOf, runWatchCampaign } from './run-watch.ts';

/** A taste; `npm run campaign -- --watch 1000` plays more. */
const FILES = 12;

test('trip files under kills, in full and read-only folders: none lost, none requested twice, none torn', async () => {
  const verdict = await runWatchCampaign(5, FILES);
  expect(problemsOf(verdict)).toEqual([]);
  expect(verdict.files).toBe(FILES);
  expect(verdict.delivered + verdict.unconfirmed).toBe(verdict.trips);
  // The judge sees what is missing.
  expect(problemsOf({ ...verdict, lost: ['C0001A'], torn: ['a.pdf'] })).toHaveLength(2);
});
