/** The manual page and the completion of the command `tripkit`, for the packages of Linux. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completion, manualPage } from '../main/command/pages.ts';

/** Writes `tripkit.1` and `tripkit.bash` into a folder. @param released the day on the page */
export async function writeCommandPages(folder: string, released: Date): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
  await writeFile(join(folder, 'tripkit.1'), manualPage(version, released.toISOString().slice(0, 10)));
  await writeFile(join(folder, 'tripkit.bash'), completion('bash'));
}
