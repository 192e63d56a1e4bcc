import { expect, test } from 'vitest';
import { BLINK_MS } from '../../renderer/comparison/pair/use-stand.ts';

test('pages that change by turns flash at most three times a second (WCAG 2.3.1)', () => {
  // A flash is a pair of opposing changes: there and back.
  expect(1_000 / (2 * BLINK_MS)).toBeLessThanOrEqual(3);
});
