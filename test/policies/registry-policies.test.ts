/** What Windows' registry says: by which programs, in which form, and what its values mean. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { registryContent } from '../../main/policies/registry-policies.ts';
import { type RunProgram, readRegistryValues, windowsMachine } from '../../main/policies/windows-machine.ts';
import { lockableSettings } from '../../preload/contract.ts';
import { managedService, powerShellJson, windowsPrograms } from './managed-computers.ts';

const resolve = async () => 'C:\\Windows';
const SYSTEM = 'C:\\Windows\\System32';
const PARENT = 'SOFTWARE\\Policies';
const KEY = 'Trip Kit Desktop';

function machine(programs: RunProgram) {
  const run = vi.fn(programs);
  return { run, windows: windowsMachine({ env: {}, run, resolve }) };
}

const service = { ...managedService, name: 'Démo Air' };

describe('what is asked', () => {
  test('one short program where there is no key: the start is as fast as before', async () => {
    const { run, windows } = machine(windowsPrograms(null));
    expect(await windows.registryValues(PARENT, KEY)).toBeNull();
    expect(run).toHaveBeenCalledOnce();
    expect(run.mock.calls[0]?.slice(0, 2)).toEqual([
      `${SYSTEM}\\reg.exe`,
      ['query', 'HKLM\\SOFTWARE\\Policies', '/reg:64'],
    ]);
  });

  test('Windows’ own PowerShell where there is one, by cmdlets with their whole names, and nothing of a user’s', async () => {
    const { run, windows } = machine(windowsPrograms({ theme: 'night' }));
    expect(await windows.registryValues(PARENT, KEY)).toEqual({ theme: 'night' });
    const [program, args = [], options] = run.mock.calls[1] ?? [];
    expect(program).toBe(`${SYSTEM}\\WindowsPowerShell\\v1.0\\powershell.exe`);
    expect(args.slice(0, -1)).toEqual(['-NoLogo', '-NoProfile', '-NonInteractive', '-Command']);
    const command = args.at(-1) ?? '';
    expect(command).toContain(
      "Get-ItemProperty -LiteralPath 'Microsoft.PowerShell.Core\\Registry::HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Trip Kit Desktop'",
    );
    expect(command).not.toMatch(/"|HKCU|CURRENT_USER/);
    const cmdlets = [...command.matchAll(/(?:^|[\s(])((?:[\w.]+\\)?[A-Z][a-z]+-[A-Z]\w+)/g)].map(
      ([, name]) => name,
    );
    expect(cmdlets.filter((name) => name !== 'Import-Module' && !name?.includes('\\'))).toEqual([]);
    expect(options).toMatchObject({
      ms: 20_000,
      env: { PSModulePath: `${SYSTEM}\\WindowsPowerShell\\v1.0\\Modules` },
    });
  });

  test('PowerShell, too, where registry tools are forbidden: that is no sign that there are no policies', async () => {
    const { windows } = machine(windowsPrograms({ updates: 'off' }, ['reg.exe']));
    expect(await windows.registryValues(PARENT, KEY)).toEqual({ updates: 'off' });
    const none = machine(windowsPrograms(null, ['reg.exe']));
    expect(await none.windows.registryValues(PARENT, KEY)).toBeNull();
  });

  const silent = { kind: 'config', message: expect.stringMatching(/did not say what stands there/) };
  test.each([
    ['is blocked', windowsPrograms({ theme: 'night' }, ['powershell.exe'])],
    ['and reg.exe are', windowsPrograms(null, ['powershell.exe', 'reg.exe'])],
    [
      'says nothing',
      async (program: string) => (program.endsWith('reg.exe') ? `HKEY_LOCAL_MACHINE\\${PARENT}\\${KEY}` : ''),
    ],
    [
      'says half of it',
      async (program: string) =>
        program.endsWith('reg.exe') ? `HKEY_LOCAL_MACHINE\\${PARENT}\\${KEY}` : '{"theme":',
    ],
    [
      'says a list',
      async (program: string) =>
        program.endsWith('reg.exe') ? `HKEY_LOCAL_MACHINE\\${PARENT}\\${KEY}` : '[]',
    ],
  ])('is a failure, never “no policies”, where PowerShell %s', async (_what, programs) => {
    await expect(machine(programs).windows.registryValues(PARENT, KEY)).rejects.toMatchObject(silent);
  });

  test('is a failure where the kernel doesn’t say where Windows is', async () => {
    const run = vi.fn<RunProgram>();
    const windows = windowsMachine({
      env: {},
      run,
      resolve: async () => Promise.reject(new Error('ENOENT')),
    });
    await expect(windows.registryValues(PARENT, KEY)).rejects.toMatchObject(silent);
    expect(run).not.toHaveBeenCalled();
  });

  test('a key whose name only begins so is another one', async () => {
    const programs: RunProgram = async () => `HKEY_LOCAL_MACHINE\\${PARENT}\\${KEY} Beta\r\n`;
    const { run, windows } = machine(programs);
    expect(await windows.registryValues(PARENT, KEY)).toBeNull();
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('the values', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    fc.integer(),
    fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
  );

  test('come back as they were, whatever they hold and however a console breaks the lines', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1 }), value),
        fc.integer({ min: 1, max: 120 }),
        (values, width) => {
          const line = powerShellJson(values);
          expect(line).toMatch(/^[!-~]*$/);
          const broken = line.replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n');
          expect(readRegistryValues(broken)).toEqual(values);
        },
      ),
    );
  });

  test('a list that PowerShell wrapped is the list', () => {
    expect(readRegistryValues('{"profiles":{"value":["a","b"],"Count":2},"theme":"night"}\r\n')).toEqual({
      profiles: ['a', 'b'],
      theme: 'night',
    });
  });

  const read = (values: Record<string, unknown>) => registryContent(values, lockableSettings);

  test.each([
    [
      { export: 0, print: 1 },
      { export: false, print: true },
    ],
    [{ export: 'false' }, { export: false }],
    [
      { local_hours: '24', airac_minutes: 1, ready_hours: '30' },
      { local_hours: '24', airac_minutes: 1, ready_hours: 30 },
    ],
    [
      { keep_days_after_departure: 'null', update_hours: '22:00-05:30' },
      { keep_days_after_departure: null, update_hours: '22:00-05:30' },
    ],
    [{ crash_folder: '\\\\server\\share\\crashes' }, { crash_folder: '\\\\server\\share\\crashes' }],
    [
      { watch: ['{"profile":"demo-air",', '"in":"C:\\\\in","out":"C:\\\\0","name":"{flight}.pdf"}'] },
      {
        watch: {
          profile: 'demo-air',
          in: 'C:\\in',
          out: 'C:\\0',
          name: '{flight}.pdf',
          command: null,
          webhook: null,
        },
      },
    ],
  ])('%j means %j', (values, decided) => {
    expect(read(values)).toMatchObject({ decided, refused: [], problem: null });
  });

  test('what is none of the forms is refused by its name, with why, and takes no other with it', () => {
    const content = read({
      theme: 'dark',
      export: 2,
      notify: 'no',
      watch: '{"profile":"demo-air"}',
      audit_months: 12,
      '(default)': 'x',
    });
    expect(content.decided).toEqual({ audit_months: 12 });
    expect(content.strictest).toEqual(['export']);
    expect(content.refused.map(({ name }) => name)).toEqual([
      'theme',
      'export',
      'notify',
      'watch',
      '(default)',
    ]);
    const why = Object.fromEntries(content.refused.map(({ name, reason }) => [name, reason]));
    expect(why.export).toMatch(/^export has to be true or false\. Correct it/);
    expect(why.watch).toMatch(/^watch\.in is missing; watch\.out is missing; watch\.name is missing\./);
    expect(why['(default)']).toMatch(/is an unknown key\. Check/);
  });

  test('of very many unknown keys the first are named', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key_${index}`, index]));
    const { refused, decided } = read({ ...many, theme: 'night' });
    expect(decided).toEqual({ theme: 'night' });
    expect(refused).toHaveLength(101);
    expect(refused.at(-1)?.reason).toMatch(/^4900 further keys/);
  });

  const other = { ...service, name: 'Other' };
  test.each([
    ['a list over lines', JSON.stringify([service, other], null, 2).split('\n'), 2],
    ['one a line', [JSON.stringify(service), '', JSON.stringify(other)], 2],
    ['one over lines', JSON.stringify(service, null, 2).split('\n'), 1],
    ['one text', JSON.stringify([service]), 1],
  ])('profiles: %s', (_what, profiles, count) => {
    const content = read({ profiles });
    expect(content).toMatchObject({ refused: [], problem: null });
    expect(content.profiles.map(({ profile }) => profile.name)).toEqual(
      ['Démo Air', 'Other'].slice(0, count),
    );
  });

  test('a profile that is wrong, or there twice, is refused; the others hold', () => {
    const profiles = [service, { ...other, auth_url: 'http://x' }, { ...service, client_id: 'twice' }, other];
    const content = read({ profiles: JSON.stringify(profiles), theme: 'night' });
    expect(content.profiles.map(({ profile }) => profile.name)).toEqual(['Démo Air', 'Other']);
    expect(content.decided).toEqual({ theme: 'night' });
    expect(content.refused).toMatchObject([
      { name: 'profiles[1]', reason: expect.stringContaining('auth_url') },
      { name: 'profiles[2]', reason: expect.stringContaining('company_code of an earlier one') },
    ]);
    expect(content.problem).toMatch(/profiles\[1\].*; profiles\[2\]/);
    const many = Array.from({ length: 52 }, (_, index) => ({ ...service, name: `Air ${index}` }));
    expect(read({ profiles: JSON.stringify(many) })).toMatchObject({
      refused: [{ name: 'profiles', reason: expect.stringContaining('more than 50 entries') }],
    });
    for (const wrong of ['[{', 7, ['{"a":1}', 'x']])
      expect(read({ profiles: wrong })).toMatchObject({ profiles: [], refused: [{ name: 'profiles[0]' }] });
  });
});

describe.runIf(process.platform === 'win32')('on Windows', () => {
  const windows = windowsMachine({ env: process.env });

  test('the real programs tell values of a key that every Windows has, and that there is no such key', async () => {
    const values = await windows.registryValues('SOFTWARE\\Microsoft\\Windows NT', 'CurrentVersion');
    expect(values).toMatchObject({
      SystemRoot: expect.stringMatching(/^[A-Z]:\\/i),
      CurrentMajorVersionNumber: 10,
    });
    expect(await windows.registryValues(PARENT, 'No such key of Trip Kit Desktop')).toBeNull();
  }, 60_000);
});
