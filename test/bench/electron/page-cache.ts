import { spawnSync } from 'node:child_process';

/**
 * Drops a file from the kernel's page cache (posix_fadvise DONTNEED by GNU dd), so that its next reader waits for the disk.
 *
 * @returns how it was done, or null where it can't be
 */
export function dropFromPageCache(file: string): string | null {
  if (process.platform !== 'linux') return null;
  const dd = spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']);
  if (dd.status !== 0) return null;
  const cached = spawnSync('fincore', ['--bytes', '--noheadings', '--output', 'RES', file], {
    encoding: 'utf8',
  });
  const left = cached.status === 0 ? Number(cached.stdout.trim()) : Number.NaN;
  return left > 0 ? `posix_fadvise, ${Math.round(left / 1e6)} MB stayed` : 'posix_fadvise';
}
