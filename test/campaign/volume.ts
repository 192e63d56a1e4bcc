/** A small volume of our own (tmpfs), so that a disk that is full or can't be written is a real one. Linux, root. */
import { execFile, execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PIECE = Buffer.alloc(1024 * 1024);

/** How to start a process whose mounts end with it; null where that can't be done here. */
export function ownMounts(): { program: string; args: string[] } | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const args = ['--mount', '--propagation', 'private', '--'];
  try {
    execFileSync('unshare', [...args, 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], {
      stdio: 'ignore',
    });
    return { program: 'unshare', args };
  } catch {
    return null;
  }
}

export class Volume {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async mount(folder: string, megabytes: number): Promise<Volume> {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
    return new Volume(folder);
  }

  /** Fills it but for so many bytes. */
  async fill(left: number): Promise<void> {
    const file = await open(this.#filler, 'w');
    try {
      for (;;) {
        const { bytesWritten } = await file.write(PIECE);
        if (bytesWritten < PIECE.length) break;
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
    await file.truncate(Math.max((await file.stat()).size - left, 0));
    await file.close();
  }

  async free(): Promise<void> {
    await rm(this.#filler, { force: true });
  }

  /** Whether that could be done: a file that is open for writing keeps its volume from becoming read-only. */
  async readOnly(yes: boolean): Promise<boolean> {
    try {
      await run('mount', ['-o', `remount,${yes ? 'ro' : 'rw'}`, this.folder]);
      return true;
    } catch {
      return false;
    }
  }

  async unmount(): Promise<void> {
    await run('umount', ['-l', this.folder]);
  }

  get #filler(): string {
    return join(this.folder, 'filler');
  }
}
