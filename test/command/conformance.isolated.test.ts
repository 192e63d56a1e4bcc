/**
 * The headless command against a strict service written from the interface document alone (test/conformance/): every scenario that can be
 * within this process (its commands change process.env and the working folder), some as processes.
 */
import { describe, it } from 'vitest';
import { asProcess, SCENARIO_MS } from '../conformance/command.ts';
import { asProcesses, scenarios } from '../conformance/index.ts';
import { inside } from '../conformance/inside.ts';
import { play } from '../conformance/world.ts';

describe('conformance, within this process', () => {
  for (const scenario of scenarios.filter(({ needsProcess }) => !needsProcess))
    it(scenario.name, () => play(scenario, inside()), SCENARIO_MS);
});

describe.concurrent('conformance, as processes', () => {
  for (const scenario of asProcesses) it(scenario.name, () => play(scenario, asProcess()), SCENARIO_MS);
});
