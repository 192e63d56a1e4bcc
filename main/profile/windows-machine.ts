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

/** Cmdlets alone, by their whole names out of Windows' own folder: so it also works in Constrained Language mode. */
function aclCommand(root: string, paths: readonly string[]): string {
  const own = (name: string) => `'${win32.join(root, 'System32', MODULES, `Microsoft.PowerShell.${name}`)}'`;
  return [
    "$ErrorActionPreference = 'Stop'",
    `Import-Module -Name ${own('Security')},${own('Utility')}`,
    `Microsoft.PowerShell.Security\\Get-Acl -LiteralPath ${paths.map((path) => `'${path}'`).join(',')} | Microsoft.PowerShell.Utility\\Select-Object -ExpandProperty Sddl`,
  ].join('; ');
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
    maxBuffer: 64 * 1024,
  });
  running.child.stdin?.end();
  const { stdout } = await abortable(running, signal);
  return stdout;
};
