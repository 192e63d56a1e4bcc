/** The headless command against a strict service written from the interface document alone (test/conformance/). */
import { describe, it } from 'vitest';
import { scenarios } from '../../conformance/index.ts';
import { play } from '../../conformance/world.ts';

describe('conformance', () => {
  for (const scenario of scenarios) {
    // Each runs the real command several times and waits the interface's own 5 s: minutes on a busy machine.
    it.concurrent(scenario.name, () => play(scenario), 240_000);
  }
});
