import { closeSync, mkdirSync, openSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One app a user-data folder: a file that names the process, and one by which a second start makes itself known. */
export class SingleInstance {
  readonly #lock: string;
  readonly #watcher: ReturnType<typeof watch>;

  private constructor(lock: string, watcher: ReturnType<typeof watch>) {
    this.#lock = lock;
    this.#watcher = watcher;
  }

  /** The lock, or null where another process has it; that one's `onSecond` is told. */
  static take(folder: string, onSecond: (argv: string[], cwd: string) => void): SingleInstance | null {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = join(folder, 'host-instance.pid');
    const knock = join(folder, 'host-instance.knock');
    if (!create(lock)) {
      if (isAlive(readFileSync(lock, 'utf8'))) {
        writeFileSync(knock, JSON.stringify({ argv: process.argv, cwd: process.cwd() }), { mode: 0o600 });
        return null;
      }
      // Its process was killed.
      rmSync(lock, { force: true });
      if (!create(lock)) return null;
    }
    writeFileSync(knock, '', { mode: 0o600 });
    const watcher = watch(knock, { persistent: false }, () => {
      const text = readFileSync(knock, 'utf8');
      if (text === '') return;
      writeFileSync(knock, '');
      const { argv, cwd }: { argv: string[]; cwd: string } = JSON.parse(text);
      onSecond(argv, cwd);
    });
    return new SingleInstance(lock, watcher);
  }

  release(): void {
    this.#watcher.close();
    rmSync(this.#lock, { force: true });
  }
}

function create(file: string): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeFileSync(fd, String(process.pid));
    closeSync(fd);
    return true;
  } catch {
    return false;
  }
}

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return Number(pid) > 0;
  } catch {
    return false;
  }
}
