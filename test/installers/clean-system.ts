/** A system as its maker installs it, in a folder: Debian's or Ubuntu's smallest, of the release and from the mirror of this machine. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Program } from '../electron/programs.ts';

const execute = promisify(execFile);
/** A minimal system has 100 MB to fetch and unpack. ms */
const MAKE_TIMEOUT_MS = 15 * 60_000;
/** A package with its dependencies: another 150 MB. ms */
const RUN_TIMEOUT_MS = 8 * 60_000;

/** Who uses the laptop. */
export const PERSON = 'pilot';

export interface CleanSystem {
  /** Where it lies. */
  folder: string;
  /** A program of it, to be started by its person. */
  program(file: string): Program;
  /** Runs a command in it to its end, as root or its person; what it wrote. @throws the error of execFile with what was said */
  run(command: readonly string[], user?: string): Promise<string>;
  /** Puts a file into its /root; the path there. */
  take(file: string): Promise<string>;
}

/** Makes one with a person. @param folder that isn't there yet @throws the error of execFile with what debootstrap said */
export async function makeCleanSystem(folder: string): Promise<CleanSystem> {
  const { codename, mirror } = await thisRelease();
  await execute('debootstrap', ['--variant=minbase', codename, folder, mirror], {
    timeout: MAKE_TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  await copyAptSettings(folder);
  const system = openSystem(folder);
  await system.run(['useradd', '--create-home', PERSON]);
  await system.run(['apt-get', 'update', '--quiet']);
  return system;
}

/** A system that is there. */
function openSystem(folder: string): CleanSystem {
  const enter = (user: string) => [
    ...['--mount', '--pid', '--fork', '--kill-child', 'sh', join(import.meta.dirname, 'enter-root.sh')],
    ...[folder, user],
  ];
  return {
    folder,
    program: (file) => ({ file: 'unshare', args: [...enter(PERSON), file] }),
    async run(command, user = 'root') {
      const { stdout, stderr } = await execute('unshare', [...enter(user), ...command], {
        timeout: RUN_TIMEOUT_MS,
        maxBuffer: 16 * 1024 * 1024,
      });
      return stdout + stderr;
    },
    async take(file) {
      const path = `/root/${file.split('/').at(-1)}`;
      await cp(file, join(folder, path));
      return path;
    },
  };
}

/** The release of this machine, and where its packages come from by apt's own settings. @throws Error where they name no mirror */
async function thisRelease(): Promise<{ codename: string; mirror: string }> {
  const release = await readFile('/etc/os-release', 'utf8');
  const codename = /^VERSION_CODENAME=(\S+)$/m.exec(release)?.[1] ?? '';
  const { stdout } = await execute('apt-get', ['indextargets', '--format', '$(CODENAME) $(REPO_URI)']);
  const lines = stdout.split('\n').map((line) => line.split(' '));
  const mirror = lines.find(([name]) => name === codename)?.[1];
  if (!codename || !mirror) throw new Error('The settings of apt name no mirror for this release.');
  return { codename, mirror };
}

/** Proxies and the like: a mirror that this machine reaches, the new system reaches as well. */
async function copyAptSettings(folder: string): Promise<void> {
  const here = '/etc/apt/apt.conf.d';
  await mkdir(join(folder, here), { recursive: true });
  for (const name of await readdir(here)) {
    const text = await readFile(join(here, name), 'utf8');
    const wanted = text.split('\n').filter((line) => /^\s*Acquire::/.test(line));
    if (wanted.length > 0) await writeFile(join(folder, here, name), `${wanted.join('\n')}\n`);
  }
  await cp('/etc/resolv.conf', join(folder, 'etc/resolv.conf'), { dereference: true });
}
