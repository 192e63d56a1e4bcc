import { expect, test } from 'vitest';
import { judge } from './oracle-run.ts';

test('no line of Ready to fly, of a row or of a header is untrue, on 50 laptops', async () => {
  const shown = await judge(50, 2610);
  // Of every colour there were enough to find what is wrong with it.
  for (const what of ['laptop', 'flight'])
    for (const state of ['ok', 'warn', 'wait', 'bad'])
      expect(shown.get(`${what} ${state}`)).toBeGreaterThan(4);
});
