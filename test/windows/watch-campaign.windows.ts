import { expect, test } from 'vitest';
import { problemsOf, runWatchCampaign } from '../campaign/run-watch.ts';
import { Wine } from './wine.ts';

const KILLS = 10;
const FILES = 15;

test('watched folders under kills: no trip lost, none requested twice, no document torn', async () => {
  const { facts, env } = new Wine();
  const command = [facts.wine, facts.node, ...facts.command];
  const verdict = await runWatchCampaign(31, FILES, false, { command, env, kills: KILLS });
  process.stdout.write(`${JSON.stringify(verdict)}\n`);
  expect(problemsOf(verdict)).toEqual([]);
  expect(verdict.kills).toBeGreaterThanOrEqual(KILLS);
  expect(verdict.files).toBe(FILES);
  expect(verdict.delivered + verdict.unconfirmed).toBe(verdict.trips);
});
