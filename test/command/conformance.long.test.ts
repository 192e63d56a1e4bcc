/** What neither the test's own process nor the few seconds of `npm test` can play: limits that are kept in real time. */
import { describe, it } from 'vitest';
import { asProcess, SCENARIO_MS } from '../conformance/command.ts';
import { asProcesses } from '../conformance/index.ts';
import { play } from '../conformance/world.ts';

describe.concurrent('conformance, as processes', () => {
  for (const scenario of asProcesses.inFull)
    it(scenario.name, () => play(scenario, asProcess()), SCENARIO_MS);
});
