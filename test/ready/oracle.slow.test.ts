import { test } from 'vitest';
import { judge } from './oracle-run.ts';

test('no line of Ready to fly, of a row or of a header is untrue, on 20 laptops', async () => {
  await judge(20, 25);
});
