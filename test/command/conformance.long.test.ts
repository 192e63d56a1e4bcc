/** The scenarios of conformance.isolated.test.ts that it does not play as processes, in real time: the real command, the real waits. */
import { describe, it } from 'vitest';
import { asProcess, SCENARIO_MS } from '../conformance/command.ts';
import { asProcesses } from '../conformance/index.ts';
import { play } from '../conformance/world.ts';

describe.concurrent('conformance, as processes', () => {
  for (const scenario of asProcesses.inFull)
    it(scenario.name, () => play(scenario, asProcess()), SCENARIO_MS);
});
