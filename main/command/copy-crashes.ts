import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../common/files.ts';
import { copiedReportName, listCrashReports, readCrashReport } from '../support/crash-report.ts';
import type { CopyCrashesCommand } from './arguments.ts';
import type { Report } from './report.ts';

/**
 * Copies crash reports into another folder: the app's own command, run in a process that it can kill where that folder does not
 * answer. A file is there whole or not at all, and never twice.
 *
 * @returns the exit code: 1 where one could not be copied
 */
export async function copyCrashes(
  { from, to, computer }: CopyCrashesCommand,
  report: Report,
): Promise<number> {
  const names: string[] = [];
  let code = 0;
  for (const { name, copied, kind } of await listCrashReports(from)) {
    if (copied || kind === null) continue;
    const made = await readCrashReport(from, name);
    if (made === null) continue;
    const done = await put(join(to, copiedReportName(computer, name)), `${JSON.stringify(made, null, 2)}\n`);
    if (done) names.push(name);
    else code = 1;
  }
  report.result({ event: 'copied', names }, names);
  return code;
}

/** Whether it lies there now. */
async function put(path: string, text: string): Promise<boolean> {
  const part = `${path}.part`;
  try {
    // From an earlier run that ended before it could say so.
    if ((await readFile(path, 'utf8').catch(notThere)) === text) return true;
    const handle = await open(part, 'w', 0o644);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path);
    return true;
  } catch {
    await rm(part, { force: true }).catch(() => {});
    return false;
  }
}

function notThere(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}
