/**
 * In the place of what electron-builder fetches for AppImages from GitHub: Debian's own mksquashfs, which compresses nothing here, and a
 * script that does as the AppImage runtime does.
 */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const RUNTIME_BYTES = 4096;
const PROGRAM = { mode: 0o755 };

/** Puts them into a folder (APPIMAGE_TOOLS_PATH), laid out as electron-builder's toolset is; the folder. */
export async function appImageTools(folder: string): Promise<string> {
  const script = await readFile(join(import.meta.dirname, 'appimage-runtime.sh'), 'utf8');
  const runtime = script.replace('-offset OFFSET', `-offset ${RUNTIME_BYTES}`).padEnd(RUNTIME_BYTES, '\n');
  await mkdir(join(folder, 'runtimes'), { recursive: true });
  await writeFile(join(folder, 'runtimes/runtime-x64'), runtime, PROGRAM);
  // Libraries for systems that lack them; this one has them.
  await mkdir(join(folder, 'lib/x64'), { recursive: true });
  await symlink('/usr/bin/desktop-file-validate', join(folder, 'desktop-file-validate'));
  await writeFile(
    join(folder, 'mksquashfs'),
    '#!/bin/sh\nexec mksquashfs "$@" -noI -noD -noF -noX\n',
    PROGRAM,
  );
  return folder;
}
