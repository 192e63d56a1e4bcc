/**
 * Writes main/electron/icon-data.ts: the small icons that the app itself shows (tray, drag, notification), so that the
 * main bundle holds them. `node build/icons/desktop-icons.ts`, after make-icons.ts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const here = import.meta.dirname;
/** Where the module is. */
export const ICON_DATA = join(here, '../../main/electron/icon-data.ts');
const sizes = [16, 24, 32, 48, 64];

/** The module's text, from the PNGs. */
export async function iconData(): Promise<string> {
  const entries = await Promise.all(
    sizes.map(async (size) => {
      const png = await readFile(join(here, `png/${size}x${size}.png`));
      return `  ${size}: '${png.toString('base64')}',`;
    }),
  );
  return [
    "/** The app's small icons: PNG in base64, by their width in px. Made by build/icons/desktop-icons.ts. */",
    'export const iconData = {',
    ...entries,
    '} as const;',
    '',
  ].join('\n');
}

if (import.meta.main) await writeFile(ICON_DATA, await iconData());
