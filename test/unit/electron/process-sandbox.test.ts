import { expect, test } from 'vitest';
import { missingSandbox } from '../../../main/electron/process-sandbox.ts';

test.each([
  ['--no-sandbox'],
  ['--no-sandbox=1'],
  ['--disable-setuid-sandbox'],
  ['tripkit://kit/1', '--no-sandbox'],
])('%j: no window, and a way out is told', (...argv) => {
  expect(missingSandbox(argv, {})).toMatch(/deb or rpm/);
  expect(missingSandbox(argv, { TRIPKIT_NO_SANDBOX: 'yes' })).not.toBeNull();
  expect(missingSandbox(argv, { TRIPKIT_NO_SANDBOX: 'allow' })).toBeNull();
});

test.each([[], ['--no-sandbox-ish'], ['--hidden'], ['--enable-sandbox'], ['tripkit://kit/--no-sandbox']])(
  '%j: nothing of it',
  (...argv) => {
    expect(missingSandbox(argv, {})).toBeNull();
  },
);
