/** The real-Electron suite as a part of a test run. */
import { playwright } from '../parts.ts';
import type { Part } from '../run-parts.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Marks what an older Electron can't show. */
export const NEWEST_ONLY = '@electron-45';

/** What only Electron shows. @param more as for `playwright` */
export function electronOnly(
  runtime: Runtime | null,
  more: { args?: readonly string[]; env?: Readonly<Record<string, string>>; built?: boolean } = {},
): Part {
  const without = runtime?.kind === 'older' ? ['--grep-invert', NEWEST_ONLY] : [];
  const args = [...without, ...(more.args ?? [])];
  return playwright({
    name: 'what only Electron shows',
    suite: 'electron',
    runtime,
    cores: 1,
    ...more,
    args,
  });
}
