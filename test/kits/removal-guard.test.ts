import { expect, test } from 'vitest';
import { RemovalGuard } from '../../main/kits/removal-guard.ts';

/** A guard, and a person who answers so. */
function setUp(...answers: boolean[]) {
  let now = 0;
  let asked = 0;
  const guard = new RemovalGuard({
    clock: { monotonic: () => now },
    confirm: async () => {
      asked += 1;
      return answers.shift() ?? false;
    },
  });
  /** How many of so many removals that come together are let through. */
  const remove = async (count: number) => {
    const passed = await Promise.allSettled(Array.from({ length: count }, () => guard.pass()));
    return passed.filter(({ status }) => status === 'fulfilled').length;
  };
  return { remove, asked: () => asked, wait: (ms: number) => (now += ms) };
}

test('a person’s own removals ask nothing; many ask once, and a no keeps the rest', async () => {
  const { remove, asked, wait } = setUp(false, true);
  expect(await remove(20)).toBe(20);
  expect(asked()).toBe(0);
  // As the list removes many: some at a time.
  for (let at = 0; at < 5; at += 1) expect(await remove(8)).toBe(0);
  expect(asked()).toBe(1);
  // Asked again after a while, and the yes counts for all that follow.
  wait(6_000);
  for (let at = 0; at < 50; at += 1) {
    wait(1_000);
    expect(await remove(8)).toBe(8);
  }
  expect(asked()).toBe(2);
});

test('later ones ask again, and few removals in each minute never do', async () => {
  const { remove, asked, wait } = setUp(true);
  expect(await remove(30)).toBe(30);
  wait(10_000);
  expect(await remove(1)).toBe(0);
  expect(asked()).toBe(2);
  for (let minute = 0; minute < 5; minute += 1) {
    wait(60_000);
    expect(await remove(20)).toBe(20);
  }
  expect(asked()).toBe(2);
});
