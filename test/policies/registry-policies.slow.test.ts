/** What Windows' registry says: by which program, in which form, and what its values mean. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { machineFiles } from '../../main/policies/managed-file.ts';
import { type RegistryValue, readExport, readRegistryKey } from '../../main/policies/registry-key.ts';
import { registryContent } from '../../main/policies/registry-policies.ts';
import { lockableSettings } from '../../preload/contract.ts';
import { anyLetter } from '../any-letter.ts';
import { managedService, registryExport, windowsMachine } from './managed-computers.ts';

const PARENT = 'SOFTWARE\\Policies';
const KEY = 'Trip Kit Desktop';
const service = { ...managedService, name: 'Démo Air' };

describe('what is asked', () => {
  function asked(...given: Parameters<typeof windowsMachine>) {
    const machine = windowsMachine(...given);
    const run = vi.fn(machine.run);
    return { run, key: readRegistryKey({ ...machine, run }, PARENT, KEY) };
  }

  test('one short program where there is no key', async () => {
    const { run, key } = asked(null);
    expect(await key).toBeNull();
    const env = { SystemRoot: 'C:\\Windows', windir: 'C:\\Windows', PATH: 'C:\\Windows\\System32' };
    expect(run.mock.calls).toEqual([
      ['C:\\Windows\\System32\\reg.exe', ['query', 'HKLM\\SOFTWARE\\Policies', '/reg:64'], { env }],
    ]);
  });

  test('its export where there is one, of which nothing is left behind', async () => {
    const { run, key } = asked({ theme: 'night' });
    expect(await key).toEqual({ theme: 'night' });
    const [, args] = run.mock.calls[1] ?? [];
    const file = expect.stringMatching(/policies\.reg$/);
    expect(args).toEqual(['export', 'HKLM\\SOFTWARE\\Policies\\Trip Kit Desktop', file, '/y', '/reg:64']);
    expect(existsSync(dirname(args?.[2] ?? ''))).toBe(false);
  });

  test('is a failure, never “no policies”, where registry tools are forbidden, say something else, or where Windows isn’t found', async () => {
    await expect(asked({ theme: 'night' }, true).key).rejects.toThrow(/disabled/);
    const machine = windowsMachine({ theme: 'night' });
    const run: typeof machine.run = async (program, args, options) => {
      const said = await machine.run(program, args, options);
      if (args[0] === 'export') await writeFile(args[2] ?? '', 'REGEDIT4');
      return said;
    };
    await expect(readRegistryKey({ ...machine, run }, PARENT, KEY)).rejects.toThrow(
      /isn’t what reg\.exe writes/,
    );
    const windowsRoot = async () => Promise.reject(new Error('ENOENT'));
    await expect(readRegistryKey({ ...machine, windowsRoot }, PARENT, KEY)).rejects.toThrow('ENOENT');
  });

  test('a key whose name only begins so is another one', async () => {
    const { run } = windowsMachine({});
    const other = { run, windowsRoot: async () => 'C:\\Windows' };
    expect(await readRegistryKey(other, PARENT, 'Trip Kit')).toBeNull();
  });
});

describe('the values', () => {
  const text = fc.string({ unit: anyLetter }).filter((one) => one.isWellFormed() && !one.includes('\0'));
  const value: fc.Arbitrary<RegistryValue> = fc.oneof(
    text,
    fc.nat(0xffffffff),
    fc.array(text.filter(Boolean), { maxLength: 5 }),
    fc.constant({ registry_type: 0xb }),
  );

  test('come back as they were, whatever they hold', () => {
    fc.assert(
      fc.property(fc.dictionary(text.filter(Boolean), value), (values) => {
        expect(readExport(registryExport(values))).toEqual(values);
      }),
    );
  });

  test.each<[string, Record<string, RegistryValue>]>([
    ['', {}],
    ['@="a"\r\n"b"=dword:0000001F\r\n', { '(Default)': 'a', b: 31 }],
    ['"a"="of\r\ntwo lines"\r\n', { a: 'of\r\ntwo lines' }],
    ['"a"=hex(2):25,00,54,00,25,00,00,00\r\n"b"=hex(1):62,00\r\n', { a: '%T%', b: 'b' }],
    [
      '"a"=hex(7):\r\n"b"=hex:01,02\r\n"c"=hex(b):01,00,00,00,00,00,00,00\r\n',
      { a: [], b: { registry_type: 3 }, c: { registry_type: 11 } },
    ],
    [
      '"a"="b"\r\n\r\n[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Trip Kit Desktop\\x]\r\n"a"="c"\r\n',
      { a: 'b' },
    ],
  ])('%j', (more, values) => {
    expect(readExport(registryExport({}, more))).toEqual(values);
  });

  test.each(['"a"', '"a"="', '"a"=dword:1', '"a"=qword:1', '"a="b"', 'a="b"', '"a"="b\\n"'])(
    'is refused: %j',
    (more) => {
      expect(() => readExport(registryExport({}, more))).toThrow(/isn’t what reg\.exe writes/);
    },
  );

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
    expect(content.strictest).toEqual(['export', 'watch']);
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
  test('the real program tells values of a key that every Windows has, and that there is no such key', async () => {
    const explorer = 'SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Explorer';
    const values = await readRegistryKey(machineFiles(), explorer, 'Shell Folders');
    expect(values).toMatchObject({ 'Common AppData': expect.stringMatching(/^[A-Z]:\\/i) });
    expect(await readRegistryKey(machineFiles(), PARENT, 'No such key of Trip Kit Desktop')).toBeNull();
  });
});
