/**
 * What Windows is asked, and by which program. The answers here are those that its programs give; on Windows itself the last
 * tests ask the real ones.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { checkAdministratorsOnly } from '../../main/policies/sddl.ts';
import { type RunProgram, runProgram, windowsMachine } from '../../main/policies/windows-machine.ts';

const SYSTEM = 'D:\\Windows\\System32';
const resolve = async () => 'D:\\Windows';
const REGISTRY = (folder: string) =>
  `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Explorer\\Shell Folders\r\n    Common AppData    REG_SZ    ${folder}\r\n\r\n`;

function machine(told: string | Error, more: Partial<Parameters<typeof windowsMachine>[0]> = {}) {
  const run = vi.fn<RunProgram>(async () => {
    if (told instanceof Error) throw told;
    return told;
  });
  return { run, windows: windowsMachine({ env: {}, run, resolve, ...more }) };
}

describe('the folder for data of all users', () => {
  test('is on the drive of Windows, and no program is started where nothing says otherwise', async () => {
    const { run, windows } = machine('', { env: { ProgramData: 'd:\\programdata' } });
    expect(await windows.programData()).toBe('D:\\ProgramData');
    expect(run).not.toHaveBeenCalled();
  });

  test.each(['C:\\Users\\me\\mine', 'relative', '\\\\server\\share', undefined])(
    'is never what the environment says: %s',
    async (ProgramData) => {
      const { run, windows } = machine(REGISTRY('E:\\Data of all'), { env: { ProgramData } });
      expect(await windows.programData()).toBe('E:\\Data of all');
      expect(run).toHaveBeenCalledOnce();
      const [program, args] = run.mock.calls[0] ?? [];
      expect(program).toBe(`${SYSTEM}\\reg.exe`);
      expect(args).toEqual(['query', expect.stringMatching(/^HKLM\\/), '/v', 'Common AppData']);
    },
  );

  test.each([
    ['an error', new Error('Command failed')],
    ['nothing', ''],
    ['a value of another name', REGISTRY('E:\\Data').replace('Common AppData', 'Common Desktop')],
    ['another type', REGISTRY('E:\\Data').replace('REG_SZ', 'REG_EXPAND_SZ')],
    ['a path with a variable', REGISTRY('%Mine%\\Data')],
    ['a path on the network', REGISTRY('\\\\server\\share')],
    ['a quotation mark', REGISTRY("E:\\Data'; calc; '")],
  ])('is on the drive of Windows where the registry says %s', async (_what, told) => {
    expect(await machine(told).windows.programData()).toBe('D:\\ProgramData');
  });

  test('is found where the kernel’s answer has the prefix of long paths', async () => {
    const { windows } = machine(new Error('no'), { resolve: async () => '\\\\?\\E:\\Windows' });
    expect(await windows.programData()).toBe('E:\\ProgramData');
  });

  test('is on C: where the kernel doesn’t say where Windows is, and nobody else is asked', async () => {
    for (const root of [
      async () => Promise.reject(new Error('ENOENT')),
      async () => '\\\\?\\GLOBALROOT\\SystemRoot',
    ]) {
      const { run, windows } = machine(REGISTRY('E:\\Data'), { resolve: root });
      expect(await windows.programData()).toBe('C:\\ProgramData');
      expect(run).not.toHaveBeenCalled();
    }
  });
});

describe('who may write', () => {
  const paths = [
    'D:\\ProgramData\\Trip Kit Desktop\\managed-profile.json',
    'D:\\ProgramData\\Trip Kit Desktop',
  ];
  const FILE = 'O:BAG:BAD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)';
  const FOLDER = 'O:S-1-5-18G:SYD:PAI(A;OICI;FA;;;SY)';

  test('is asked of Windows’ own PowerShell, with an environment of ours and Windows’ own modules', async () => {
    const env = {
      SystemRoot: 'C:\\Users\\me',
      PSModulePath: 'C:\\Users\\me\\modules',
      COR_PROFILER_PATH: 'C:\\Users\\me\\evil.dll',
      PATH: 'C:\\Users\\me',
    };
    const { run, windows } = machine(`${FILE}\r\n${FOLDER}\r\n`, { env });
    expect(await windows.securityOf(paths)).toEqual([FILE, FOLDER]);
    const [program, args, options] = run.mock.calls[0] ?? [];
    expect(program).toBe(`${SYSTEM}\\WindowsPowerShell\\v1.0\\powershell.exe`);
    expect(args?.slice(0, -1)).toEqual(['-NoLogo', '-NoProfile', '-NonInteractive', '-Command']);
    expect(args?.at(-1)).toContain(`Get-Acl -LiteralPath '${paths[0]}','${paths[1]}' |`);
    expect(args?.at(-1)).not.toContain('"');
    expect(options).toEqual({
      cwd: SYSTEM,
      ms: 20_000,
      env: {
        SystemRoot: 'D:\\Windows',
        windir: 'D:\\Windows',
        SystemDrive: 'D:',
        PATH: SYSTEM,
        PSModulePath: `${SYSTEM}\\WindowsPowerShell\\v1.0\\Modules`,
      },
    });
  });

  test('is read from lines that a console broke', async () => {
    const broken = `${FILE}\n${FOLDER}`.replace(/(.{20})/g, '$1\r\n');
    expect(await machine(broken).windows.securityOf(paths)).toEqual([FILE, FOLDER]);
  });

  const silent = {
    kind: 'config',
    condition: 'managed_profile',
    message: expect.stringMatching(/did not say who may write it/),
  };
  test.each([
    ['fails', new Error('Command failed: Access is denied')],
    ['says nothing', ''],
    ['says less', FILE],
    ['says more', `${FILE}\n${FOLDER}\n${FILE}`],
  ])('is a failure where PowerShell %s', async (_what, told) => {
    await expect(machine(told).windows.securityOf(paths)).rejects.toMatchObject(silent);
  });

  test.each([
    "C:\\it's",
    'C:\\a‘b',
    'C:\\a"b',
    'C:\\a\nb',
    '\\\\server\\x',
    'relative',
    'C:\\%x%',
    'C:\\x:stream',
  ])('is not asked for %j, which could be more than a path', async (path) => {
    const { run, windows } = machine(FILE);
    await expect(windows.securityOf([path])).rejects.toMatchObject(silent);
    expect(run).not.toHaveBeenCalled();
  });

  test('is not asked where the kernel doesn’t say where Windows is', async () => {
    const { run, windows } = machine(FILE, { resolve: async () => Promise.reject(new Error('ENOENT')) });
    await expect(windows.securityOf(paths)).rejects.toMatchObject(silent);
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a program that is run', () => {
  const options = { env: {}, cwd: tmpdir(), ms: 30_000 };
  const node = (code: string, more = options) => runProgram(process.execPath, ['-e', code], more);

  test('gives what it wrote; it has our environment alone, and nothing to read', async () => {
    const env = { ONLY: 'this' };
    const code =
      "process.stdin.on('data', () => {}).on('end', () => console.log(process.env.ONLY, process.env.HOME));";
    expect(await node(code, { ...options, env })).toBe('this undefined\n');
  });

  test('is a failure where it fails, or is not there', async () => {
    await expect(node('process.exit(3)')).rejects.toThrow();
    await expect(runProgram(join(tmpdir(), 'not-here.exe'), [], options)).rejects.toThrow(/ENOENT/);
  });

  test('is no longer waited for when its time is over', async () => {
    await expect(node('setInterval(() => {}, 1000)', { ...options, ms: 50 })).rejects.toThrow(/abort/i);
  });
});

describe.runIf(process.platform === 'win32')('on Windows', () => {
  const windows = windowsMachine({ env: process.env });

  test('the folder is the one that it has, whatever the environment says', async () => {
    expect((await windows.programData()).toLowerCase()).toBe(process.env.ProgramData?.toLowerCase());
    const misled = windowsMachine({ env: { ...process.env, ProgramData: 'C:\\elsewhere' } });
    expect(await misled.programData()).toBe(await windows.programData());
  });

  test('its own folder is its administrators’, a person’s is not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tripkit-acl-'));
    try {
      const file = join(folder, 'mine.json');
      await writeFile(file, '{}');
      const system = join(process.env.SystemRoot ?? '', 'System32');
      const [its = '', mine = ''] = await windows.securityOf([system, file]);
      checkAdministratorsOnly(system, its);
      expect(() => checkAdministratorsOnly(file, mine)).toThrow(/may be changed by|belongs to/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);
});
