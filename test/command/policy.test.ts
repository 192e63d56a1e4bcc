/** `tripkit policy` on computers of three systems. */
import { beforeEach, describe, expect, test } from 'vitest';
import { PREFERENCES_FILE } from '../../main/policies/managed-preferences.ts';
import { policyState } from '../../preload/contract/policies.ts';
import { freshFolder } from '../fresh-folder.ts';
import { computers, ownFiles, put, managedService as service } from '../policies/managed-computers.ts';
import { runCommand } from './run-command.ts';

let root = '';
beforeEach(() => {
  root = freshFolder();
});

test('a computer that nobody decides for says so', async () => {
  const { code, out } = await runCommand(['policy'], undefined, { platform: 'linux', files: ownFiles(root) });
  expect([code, out]).toEqual([0, ['/etc/trip-kit-desktop/managed-profile.json: nothing there']]);
});

describe.each(Object.entries(computers))('%s', (_name, computer) => {
  const decide = (settings: Record<string, unknown>) => computer(root, { settings, profiles: [service] });

  test('says what is decided, and where, in lines and in JSON', async () => {
    const { place, ...own } = decide({ updates: 'off', theme: 'night', audit_months: 36 });
    const { code, out } = await runCommand(['policy'], undefined, own);
    expect(code).toBe(0);
    expect(out).toEqual(
      expect.arrayContaining([
        `${place}: in force`,
        'Policies:',
        `  updates = "off"  (${place})`,
        'Settings:',
        `  theme = "night"  (${place})`,
        'Profiles:',
        expect.stringMatching(/^ {2}Demo Air {2}\([0-9a-f-]{36}, /),
      ]),
    );
    const json = await runCommand(['policy', '--json'], undefined, own);
    expect(json.out).toHaveLength(1);
    const { event, ...state } = JSON.parse(json.out[0] ?? '');
    expect(event).toBe('policies');
    expect(policyState.parse(state)).toEqual(state);
    expect(state.decisions).toContainEqual({ name: 'audit_months', value: '36', of: 'setting', place });
  });

  test('ends with 1 where a key is refused, and says which and why', async () => {
    const { place, ...own } = decide({ theme: 'dark', audit_months: 36 });
    const { code, out } = await runCommand(['policy'], undefined, own);
    expect(code).toBe(1);
    expect(out.slice(out.indexOf('Not in force:'))).toEqual([
      'Not in force:',
      expect.stringMatching(/^ {2}theme: .*Correct it and restart the app\. {2}\(/),
    ]);
    expect(out.at(-1)).toContain(place);
  });
});

test('ends with 1 where a place is refused; what comes from it moves no cursor', async () => {
  put(root, PREFERENCES_FILE, 'x');
  put(
    root,
    '/Library/Application Support/Trip Kit Desktop/managed-profile.json',
    JSON.stringify({ profiles: [], settings: { 'a\u001b[2Jb': 1 } }),
  );
  const { code, out } = await runCommand(['policy'], undefined, {
    platform: 'darwin',
    files: ownFiles(root),
  });
  expect(code).toBe(1);
  expect(out[0]).toBe(`${PREFERENCES_FILE}: REFUSED`);
  expect(out).toContain('  updates = "off"  (the strictest value)');
  expect(out.join('\n')).not.toContain('\u001b');
});

test.each([
  ['policy', 'show'],
  ['policy', '--all'],
])('%s %s is no command', async (...args) => {
  expect(await runCommand(args)).toMatchObject({ code: 2, err: [expect.stringContaining('tripkit help')] });
});
