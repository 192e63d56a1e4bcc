/**
 * What Windows itself says of its folders and of who may write to them. A person, or a program of theirs, can set every
 * variable of the environment, so none is followed: the kernel names its own folder, the registry of the machine the others.
 */
import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import { TripKitError } from '../common/errors.ts';
import { abortable, inTime } from '../common/wait.ts';

/** The port through which Windows is asked. */
export interface WindowsMachine {
  /** The folder for data of all users, absolute: `C:\ProgramData`. Never rejects. */
  programData(): Promise<string>;
  /**
   * Owner and access list of files and folders, in their order, as SDDL. Takes some tenths of a second.
   *
   * @param paths absolute, on a drive
   * @throws TripKitError of kind `config` where Windows doesn't say it in time
   */
  securityOf(paths: readonly string[]): Promise<string[]>;
  /**
   * The values of a key of the machine's registry (HKEY_LOCAL_MACHINE, as 64-bit programs see it), by name. Where there is no such
   * key, one short program says so; its values take some tenths of a second.
   *
   * @param parent a key that every Windows has, `SOFTWARE\\Policies`
   * @param name of the key in it
   * @returns null where there is no such key
   * @throws TripKitError of kind `config` where Windows doesn't say it in time
   */
  registryValues(parent: string, name: string): Promise<Readonly<Record<string, unknown>> | null>;
}

/** Runs a program to its end and gives what it wrote. Rejects where it fails, or takes more than `ms`. */
export type RunProgram = (
  program: string,
  args: readonly string[],
  options: { env: Record<string, string>; cwd: string; ms: number },
) => Promise<string>;

/** A link of the kernel's own to the folder of the Windows that runs (object manager, `\SystemRoot`). */
const KERNEL_ROOT = '\\\\?\\GLOBALROOT\\SystemRoot';
const SHELL_FOLDERS = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Explorer\\Shell Folders';
const NAME = 'Common AppData';
const ROOT_MS = 5_000;
const REGISTRY_MS = 5_000;
/** Profiles with their certificates, each sign of them escaped; bytes. */
const MAX_OUTPUT = 16 * 1024 * 1024;
/** PowerShell on a machine that has just started, with a virus scanner. */
const POWERSHELL_MS = 20_000;
/** Without a sign that PowerShell takes for a quotation mark (about_Quoting_Rules), or that no name has. */
const PLAIN_PATH = /^[A-Za-z]:\\[^"'‘’‚‛“”„<>|*?%/:\p{Cc}]*$/u;

export interface WindowsMachineDeps {
  env: Readonly<Record<string, string | undefined>>;
  run?: RunProgram;
  /** Where a path leads, all links followed. */
  resolve?: (path: string) => Promise<string>;
}

/** The machine that this process runs on. */
export function windowsMachine({
  env,
  run = runProgram,
  resolve = realpath,
}: WindowsMachineDeps): WindowsMachine {
  /** `C:\Windows`. */
  async function systemRoot(): Promise<string> {
    const found = await inTime(resolve(KERNEL_ROOT), ROOT_MS, () => new Error('No answer in time.'));
    const root = found.replace(/^\\\\\?\\/, '');
    if (!PLAIN_PATH.test(root)) throw new Error(`Windows lies at ${root}.`);
    return root;
  }

  function ask(root: string, program: string, args: readonly string[], ms: number): Promise<string> {
    const system = win32.join(root, 'System32');
    // A variable can have .NET load a library. Those that Windows needs besides, as TEMP, libuv adds of itself (uv_spawn).
    const own = {
      SystemRoot: root,
      windir: root,
      SystemDrive: root.slice(0, 2),
      PATH: system,
      PSModulePath: win32.join(system, MODULES),
    };
    return run(win32.join(system, program), args, { env: own, cwd: system, ms });
  }

  return {
    async programData() {
      let usual = 'C:\\ProgramData';
      try {
        const root = await systemRoot();
        usual = `${root.slice(0, 2)}\\ProgramData`;
        // A program needn't be started where nothing says that it was moved.
        if (env.ProgramData?.toLowerCase() === usual.toLowerCase()) return usual;
        const told = await ask(root, 'reg.exe', ['query', SHELL_FOLDERS, '/v', NAME], REGISTRY_MS);
        return folderIn(told) ?? usual;
      } catch {
        return usual;
      }
    },
    async registryValues(parent, name) {
      try {
        const root = await systemRoot();
        // It fails where registry tools are forbidden, too (DisableRegistryTools): then PowerShell is to say whether there is the key.
        const keys = await ask(root, 'reg.exe', ['query', `HKLM\\${parent}`, '/reg:64'], REGISTRY_MS).catch(
          () => null,
        );
        if (keys !== null && !namesKey(keys, `HKEY_LOCAL_MACHINE\\${parent}\\${name}`)) return null;
        const command = valuesCommand(root, `${parent}\\${name}`);
        const args = ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', command];
        return readRegistryValues(await ask(root, POWERSHELL, args, POWERSHELL_MS));
      } catch (error) {
        throw new TripKitError(
          'config',
          'Windows did not say what stands there. Restart the app; if that doesn’t help, Windows PowerShell may be blocked here.',
          { condition: 'managed_profile', cause: error },
        );
      }
    },
    async securityOf(paths) {
      try {
        const root = await systemRoot();
        const odd = paths.find((path) => !PLAIN_PATH.test(path));
        if (odd !== undefined) throw new Error(`${odd} can't be asked for.`);
        const args = ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', aclCommand(root, paths)];
        const told = await ask(root, POWERSHELL, args, POWERSHELL_MS);
        // A console may break long lines. Each descriptor begins with its owner, and none has a blank.
        const descriptors = told.replace(/\s+/g, '').split(/(?=O:)/);
        if (descriptors.length !== paths.length) {
          throw new Error(`${descriptors.length} answers for ${paths.length} paths.`);
        }
        return descriptors;
      } catch (error) {
        throw new TripKitError(
          'config',
          'Windows did not say who may write it. Restart the app; if that doesn’t help, Windows PowerShell may be blocked here.',
          { condition: 'managed_profile', cause: error },
        );
      }
    },
  };
}

const POWERSHELL = 'WindowsPowerShell\\v1.0\\powershell.exe';
const MODULES = 'WindowsPowerShell\\v1.0\\Modules';

/** Windows' own modules. Cmdlets alone, by their whole names: so it also works in Constrained Language mode. */
function modules(root: string, names: readonly string[]): string[] {
  const own = (name: string) => `'${win32.join(root, 'System32', MODULES, `Microsoft.PowerShell.${name}`)}'`;
  return ["$ErrorActionPreference = 'Stop'", `Import-Module -Name ${names.map(own).join(',')}`];
}

function aclCommand(root: string, paths: readonly string[]): string {
  return [
    ...modules(root, ['Security', 'Utility']),
    `Microsoft.PowerShell.Security\\Get-Acl -LiteralPath ${paths.map((path) => `'${path}'`).join(',')} | Microsoft.PowerShell.Utility\\Select-Object -ExpandProperty Sddl`,
  ].join('; ');
}

/**
 * The values as JSON on one line, all but visible ASCII as \\uXXXX: neither the console's code page nor its width matters then.
 * reg.exe would write texts in that code page, and lists so that they can't be told from texts.
 */
function valuesCommand(root: string, key: string): string {
  const path = `'Microsoft.PowerShell.Core\\Registry::HKEY_LOCAL_MACHINE\\${key}'`;
  const own = 'PSPath,PSParentPath,PSChildName,PSDrive,PSProvider';
  return [
    ...modules(root, ['Management', 'Utility']),
    `if (-not (Microsoft.PowerShell.Management\\Test-Path -LiteralPath ${path})) { 'null'; exit }`,
    `$values = Microsoft.PowerShell.Management\\Get-ItemProperty -LiteralPath ${path} | Microsoft.PowerShell.Utility\\Select-Object -Property * -ExcludeProperty ${own}`,
    "if ($null -eq $values) { '{}'; exit }",
    '$json = Microsoft.PowerShell.Utility\\ConvertTo-Json -InputObject $values -Compress -Depth 3',
    "-join $(foreach ($sign in $json.ToCharArray()) { if ([int]$sign -le 32 -or [int]$sign -ge 127) { '\\u{0:x4}' -f [int]$sign } else { $sign } })",
  ].join('; ');
}

/** Whether what `reg query` says names a key, alone on its line; names of keys know no case. */
function namesKey(told: string, key: string): boolean {
  return told.split(/\r?\n/).some((line) => line.trim().toLowerCase() === key.toLowerCase());
}

/**
 * The values in what PowerShell writes, by name: texts, whole numbers, lists of texts.
 *
 * @returns null where there is no such key. @throws Error where it is something else
 */
export function readRegistryValues(told: string): Readonly<Record<string, unknown>> | null {
  // A console may break long lines, and blanks of values are escaped.
  const read: unknown = JSON.parse(told.replace(/\s+/g, ''));
  if (read === null) return null;
  if (typeof read !== 'object' || Array.isArray(read)) throw new Error('No values.');
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, unwrapped(value)]));
}

/** Windows PowerShell writes a list that went through a pipe as `{"value":[…],"Count":n}`. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('value' in value) || !('Count' in value)) return value;
  return value.value;
}

/** The folder in what reg.exe says; null where it says none. */
function folderIn(told: string): string | null {
  const folder = /^ +Common AppData +REG_SZ +(\S[ -~]*?) *\r?$/m.exec(told)?.[1];
  return folder !== undefined && PLAIN_PATH.test(folder) ? folder : null;
}

const runFile = promisify(execFile);

/** Runs a real program. A child that can't be ended is no longer waited for. */
export const runProgram: RunProgram = async (program, args, { env, cwd, ms }) => {
  const signal = AbortSignal.timeout(ms);
  const running = runFile(program, args, {
    env,
    cwd,
    signal,
    windowsHide: true,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT,
  });
  running.child.stdin?.end();
  const { stdout } = await abortable(running, signal);
  return stdout;
};
