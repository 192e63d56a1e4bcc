/**
 * electron-builder's `msiProjectCreated` hook: adds to the WiX project what its template has not. The tripkit: scheme, and
 * the folder of the managed profile, %ProgramData%\Trip Kit Desktop, that administrators alone may write (the table
 * MsiLockPermissionsEx of Windows Installer 5: WiX's PermissionEx with an Sddl).
 */
import { readFile, writeFile } from 'node:fs/promises';

/** As in managed-folder.nsh: administrators and the system write, users read; nothing is inherited. */
export const MANAGED_SDDL = 'O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';

const folders = `<Directory Id="CommonAppDataFolder">
        <Directory Id="MANAGEDPROFILEFOLDER" Name="Trip Kit Desktop"/>
      </Directory>
      `;

// The identifiers are fixed for ever: Windows Installer counts the installations of a component by them.
const components = `<Component Id="ManagedProfileFolder" Directory="MANAGEDPROFILEFOLDER" Guid="6E0B9B1C-0D0B-4A57-8C55-0B7B6D7A5C21" KeyPath="yes">
        <CreateFolder>
          <PermissionEx Sddl="${MANAGED_SDDL}"/>
        </CreateFolder>
      </Component>
      <Component Id="TripkitScheme" Guid="B3C9B1A4-52E8-4B2C-9D7E-6B1F0C6C8D32">
        <RegistryKey Root="HKLM" Key="SOFTWARE\\Classes\\tripkit">
          <RegistryValue Type="string" Value="URL:Trip Kit Desktop" KeyPath="yes"/>
          <RegistryValue Name="URL Protocol" Type="string" Value=""/>
          <RegistryValue Key="DefaultIcon" Type="string" Value="[#mainExecutable],0"/>
          <RegistryValue Key="shell\\open\\command" Type="string" Value="&quot;[#mainExecutable]&quot; &quot;%1&quot;"/>
        </RegistryKey>
      </Component>
    `;

/**
 * @param {string} project the WiX project as electron-builder writes it
 * @throws {Error} where its template has changed
 */
export function completeProject(project) {
  const withFolders = insertBefore(project, '<!-- Desktop link -->', folders);
  return insertBefore(withFolders, '</ComponentGroup>', components);
}

function insertBefore(text, mark, addition) {
  const parts = text.split(mark);
  if (parts.length !== 2) {
    throw new Error(
      `electron-builder's MSI template has changed: "${mark}" is not there once. See build/windows/msi-project.mjs.`,
    );
  }
  return parts.join(addition + mark);
}

/** @param {string} file path of the WiX project */
export default async function msiProjectCreated(file) {
  await writeFile(file, completeProject(await readFile(file, 'utf8')));
}
