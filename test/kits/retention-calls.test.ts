import { expect, test } from 'vitest';
import type { Question } from '../../main/host/file-dialogs.ts';
import { retentionCalls } from '../../main/kits/retention.ts';
import { defaultSettings, type SettingName, type Settings } from '../../preload/contract.ts';

/** @param now the rule in force @param due how many kits any rule would remove now */
function setUp({
  now = null as number | null,
  due = 0,
  yes = true,
  managed = [] as SettingName[],
  full = false,
} = {}) {
  const did: string[] = [];
  const questions: Question[] = [];
  let values: Settings = { ...defaultSettings, keep_days_after_departure: now };
  const calls = retentionCalls({
    retention: {
      preview: (days) => ({
        remove: Array.from({ length: days === null ? 0 : due }, () => ({ id: 'k', why: '' })),
        keep_count: 1,
      }),
      apply: async (days) => {
        did.push(`applies ${days}`);
        return days === null ? 0 : due;
      },
    },
    settings: {
      state: () => ({ values, managed, allow_other_profiles: true, forbidden: [] }),
      change: (patch) => {
        if (full) throw new Error('full');
        values = { ...values, ...patch };
        did.push('saves');
      },
    },
    confirm: async (question) => {
      questions.push(question);
      return yes;
    },
  });
  return { calls, did, questions };
}

test.each([
  ['one where there was none', { now: null, due: 0 }, 30],
  ['a shorter one', { now: 30, due: 0 }, 29],
  ['one that removes kits now', { now: 3, due: 2 }, 30],
  ['the same, which removes kits now', { now: 3, due: 1 }, 3],
])('%s is asked about, and after a no nothing has changed', async (_what, facts, days) => {
  const refused = setUp({ ...facts, yes: false });
  expect(await refused.calls.apply(days)).toBeNull();
  expect(refused.questions).toHaveLength(1);
  expect(refused.did).toEqual([]);
  const taken = setUp(facts);
  expect(await taken.calls.apply(days)).toBe(facts.due);
  expect(taken.did).toEqual(['saves', `applies ${days}`]);
});

test.each([
  ['a longer one', 7, 8],
  ['the same', 7, 7],
  ['for ever', 7, null],
])('%s is not asked about', async (_what, now, days) => {
  const { calls, questions, did } = setUp({ now });
  expect(await calls.apply(days)).toBe(0);
  expect(questions).toEqual([]);
  expect(did[0]).toBe('saves');
});

test('the question says how many kits go, and that nothing can be undone only where something goes', async () => {
  const two = setUp({ due: 2 });
  await two.calls.apply(1);
  expect(two.questions[0]).toMatchObject({
    message: 'Keep kits for 1 day after departure, then remove them?',
    yes: 'Remove and save',
  });
  expect(two.questions[0]?.detail).toMatch(/^2 kits, .* can’t be undone\./);
  const none = setUp();
  await none.calls.apply(30);
  expect(none.questions[0]).toMatchObject({ yes: 'Save' });
  expect(none.questions[0]?.detail).toMatch(/^No kit is removed now\./);
});

test('a rule of the administrators is not changed, and nobody is asked', async () => {
  const { calls, questions, did } = setUp({ managed: ['keep_days_after_departure'] });
  await expect(async () => calls.apply(0)).rejects.toMatchObject({ kind: 'config', condition: 'managed' });
  expect([questions, did]).toEqual([[], []]);
});

test('nothing is removed by a rule that could not be kept', async () => {
  const { calls, did } = setUp({ due: 3, full: true });
  await expect(async () => calls.apply(0)).rejects.toThrow('full');
  expect(did).toEqual([]);
});
