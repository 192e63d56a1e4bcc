/** Starts programs of Windows under Wine, in the prefix (Wine's word for one installation of Windows) that run.ts made. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What run.ts tells the tests, as JSON in this variable. */
export const FACTS_VARIABLE = 'TRIPKIT_WINE';

export interface WineFacts {
  /** Wine's program. */
  wine: string;
  /** A folder for this run: `prefix`, and what the tests write. */
  work: string;
  /** `node.exe`. */
  node: string;
  /** Its arguments that start the command line. */
  command: string[];
}

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** A program that runs. */
export interface Running {
  child: ChildProcess;
  /** What it has written to its standard output so far. */
  out(): string;
  ended: Promise<Ended>;
}

/** The Windows of this run. */
export class Wine {
  readonly facts: WineFacts;
  readonly env: NodeJS.ProcessEnv;
  #outputs = 0;

  constructor(facts: WineFacts = JSON.parse(process.env[FACTS_VARIABLE] ?? '') as WineFacts) {
    this.facts = facts;
    this.env = {
      PATH: process.env.PATH,
      HOME: join(facts.work, 'home'),
      WINEPREFIX: join(facts.work, 'prefix'),
      WINEARCH: 'win64',
      // How Wine reads the arguments and names of files of Linux.
      LC_ALL: 'C.UTF-8',
      WINEDEBUG: '-all',
      // Node asks for a newer Windows than the one that Wine 8 says it is.
      NODE_SKIP_PLATFORM_CHECK: '1',
    };
  }

  /** Makes the prefix: a Windows 10. @throws Error with what Wine said */
  make(): void {
    mkdirSync(join(this.facts.work, 'home'), { recursive: true });
    const steps = [
      ['wineboot', '-i'],
      ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'],
    ];
    for (const step of steps) {
      const { status, stderr } = spawnSync(this.facts.wine, step, { env: this.env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`Wine could not make a Windows: ${step.join(' ')}: ${stderr}`);
    }
  }

  /** Ends every program of the prefix. */
  stop(): void {
    spawnSync(join(this.facts.wine, '../wineserver64'), ['-k'], { env: this.env });
  }

  /** The path on Linux of a path below `C:\`. */
  at(...path: string[]): string {
    return join(this.facts.work, 'prefix/drive_c', ...path);
  }

  /** Makes a folder of Linux a drive (`k:`), or a share (`unc/server/name`). */
  mount(folder: string, name: string): void {
    const link = join(this.facts.work, 'prefix/dosdevices', name);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(folder, link);
  }

  /** Starts a program. Its output goes to files: Node under Wine can't write to pipes. */
  start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
    this.#outputs += 1;
    const paths = ['out', 'err'].map((name) =>
      join(this.facts.work, `${process.pid}-${this.#outputs}.${name}`),
    );
    const [out = '', err = ''] = paths;
    const files = paths.map((path) => openSync(path, 'w'));
    const child = spawn(this.facts.wine, args, {
      cwd: this.facts.work,
      env: { ...this.env, ...env },
      stdio: ['ignore', files[0], files[1]],
    });
    for (const file of files) closeSync(file);
    const text = (path: string) => readFileSync(path, 'utf8');
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, out: text(out), err: text(err) }));
    });
    return { child, out: () => text(out), ended };
  }

  /** Starts `tripkit` with these arguments. */
  startCommand(args: readonly string[]): Running {
    return this.start([this.facts.node, ...this.facts.command, ...args]);
  }

  run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return this.start(args, env).ended;
  }

  tripkit(...args: readonly string[]): Promise<Ended> {
    return this.startCommand(args).ended;
  }
}

/** The events of `--json`. */
export function eventsOf({ out }: Pick<Ended, 'out'>): Record<string, unknown>[] {
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
