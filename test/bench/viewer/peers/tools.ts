/** Page 1 to a picture by the command-line tools, process start included. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Tool = 'mutool' | 'pdftoppm';

/** Sharp enough for the height of the window: 792 px of an A4 page. */
const DPI = '68';

export function isHere(tool: Tool): boolean {
  return spawnSync(tool, ['-v']).error === undefined;
}

/** @returns ms */
export function drawFirstPage(tool: Tool, file: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'tripkit-bench-'));
  try {
    const out = join(folder, 'page');
    const args =
      tool === 'mutool'
        ? ['draw', '-q', '-r', DPI, '-o', `${out}.png`, file, '1']
        : ['-r', DPI, '-f', '1', '-l', '1', '-png', file, out];
    const begun = performance.now();
    const { status, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
    const took = performance.now() - begun;
    if (status !== 0) throw new Error(`${tool}: ${stderr}`);
    return took;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
