import { expect, test } from 'vitest';
import { policyTable } from '../../main/policies/policies.ts';
import { withoutWatch } from '../../main/policies/read-policies.ts';
import { settingsTable } from '../../main/settings/rules/settings-table.ts';
import { nameWords, valueWords } from '../../renderer/policies/policy-words.ts';
import { policies } from '../../renderer/policies/words.ts';

const tables = { ...policyTable, ...settingsTable };

test('every policy and every setting has a name in words, and none that is not there', () => {
  expect(Object.keys(policies)).toEqual(Object.keys(policyTable));
  for (const name of Object.keys(tables)) expect(nameWords(name)).not.toBe(name);
  expect([nameWords('of_a_newer_version'), nameWords('toString')]).toEqual([
    'of_a_newer_version',
    'toString',
  ]);
});

test('every value of a policy that is one of a few, and what holds at first and at its strictest, has words', () => {
  for (const [name, row] of Object.entries(policyTable)) {
    const options = 'options' in row.schema ? row.schema.options : [];
    for (const value of [...options, row.initial, row.strictest]) {
      const text = JSON.stringify(value);
      expect(valueWords({ name, value: text }), `${name} ${text}`).not.toBe(text);
    }
  }
  for (const [name, row] of Object.entries(settingsTable)) {
    const text = JSON.stringify(row.initial);
    expect(valueWords({ name, value: text }), `${name} ${text}`).not.toBe(text);
  }
});

test.each([
  ['update_hours', '"22:00-05:30"', 'Between 22:00 and 05:30, by this computer’s clock'],
  ['keep_days_after_departure', '1', '1 day after departure'],
  ['airac_minutes', '541', '09:01 UTC'],
  ['ready_hours', '48', '48 hours'],
  ['audit_months', '3', '3 months'],
  ['watch', 'true', 'Set'],
  ['of_a_newer_version', '{"a":1}', '{"a":1}'],
  ['theme', 'no JSON', 'no JSON'],
  ['toString', '"x"', 'x'],
])('%s %s: %s', (name, value, text) => {
  expect(valueWords({ name, value })).toBe(text);
});

test('the library’s page learns of watched folders only whether administrators have set them', () => {
  const told = (value: unknown) => withoutWatch([{ name: 'watch', value: JSON.stringify(value) }])[0];
  expect(told({ in: '/srv/in', webhook: 'https://events.example/token' })).toEqual({
    name: 'watch',
    value: 'true',
  });
  expect(told(null)).toEqual({ name: 'watch', value: 'null' });
  const other = { name: 'notify', value: 'false' };
  expect(withoutWatch([other])).toEqual([other]);
});
