/** Our part of the Windows installer compiles, without a warning, for both kinds of NSIS. */
import { execFile, spawnSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '../../build/windows');
/** From Debian's package nsis, or electron-builder's; where there is none, only the release workflow compiles it. */
const makensis = spawnSync('makensis', ['-VERSION']).error === undefined;

test.skipIf(!makensis)('installer.nsh compiles', async () => {
  const base = freshFolder();
  const script = join(base, 'installer.nsi');
  await writeFile(
    script,
    `Unicode true
Name "Trip Kit Desktop"
RequestExecutionLevel user
!include LogicLib.nsh
!include FileFunc.nsh
!macro _isUpdated _a _b _t _f
  StrCmp $0 "true" \`\${_t}\` \`\${_f}\`
!macroend
!define isUpdated \`"" isUpdated ""\`
!define APP_INSTALLER_STORE_FILE "trip-kit-desktop-updater\\installer.exe"
!define APP_EXECUTABLE_FILENAME "Trip Kit Desktop.exe"
!define BUILD_UNINSTALLER
!define INSTALL_REGISTRY_KEY "Software\\test"
!macro writeRegistry
!macroend
Var appExe
Var installMode
${(await readFile(join(folder, 'installer.nsh'), 'utf8')).replaceAll('SHELL_CONTEXT', 'HKCU')}
!insertmacro customHeader
Section
  StrCpy $installMode CurrentUser
  StrCpy $appExe "$INSTDIR\\\${APP_EXECUTABLE_FILENAME}"
  !insertmacro customInstall
  WriteUninstaller "$INSTDIR\\uninstall.exe"
SectionEnd
Section "un.Uninstall"
SectionEnd
`,
  );
  for (const target of ['x86-unicode', 'amd64-unicode']) {
    const made = join(base, `${target}.exe`);
    await run('makensis', [
      '-V2',
      '-WX',
      '-INPUTCHARSET',
      'UTF8',
      `-XTarget ${target}`,
      `-XOutFile "${made}"`,
      script,
    ]);
    expect((await stat(made)).size).toBeGreaterThan(10_000);
  }
});

test('its texts are ASCII, whatever character set makensis takes them for', async () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is what is looked for
  expect(await readFile(join(folder, 'installer.nsh'), 'utf8')).toMatch(/^[\x00-\x7F]*$/);
});

test('a project that is not as electron-builder writes it is refused', async () => {
  const { completeProject } = await import(join(folder, 'msi-project.mjs'));
  expect(() => completeProject('<Wix/>')).toThrow(/template has changed/);
});
