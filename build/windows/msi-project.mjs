/**
 * electron-builder's `msiProjectCreated` hook: adds to the WiX project what its template has not: the tripkit: scheme, and the
 * folder of tripkit.cmd in the path.
 */
import { readFile, writeFile } from 'node:fs/promises';

const MARK = '</ComponentGroup>';
// The identifier is fixed for ever: Windows Installer counts the installations of a component by it.
const component = `<Component Id="TripkitScheme" Guid="B3C9B1A4-52E8-4B2C-9D7E-6B1F0C6C8D32">
        <RegistryKey Root="HKLM" Key="SOFTWARE\\Classes\\tripkit">
          <RegistryValue Type="string" Value="URL:Trip Kit Desktop" KeyPath="yes"/>
          <RegistryValue Name="URL Protocol" Type="string" Value=""/>
          <RegistryValue Key="DefaultIcon" Type="string" Value="[#mainExecutable],0"/>
          <RegistryValue Key="shell\\open\\command" Type="string" Value="&quot;[#mainExecutable]&quot; &quot;%1&quot;"/>
        </RegistryKey>
        <Environment Id="TripkitPath" Name="PATH" Action="set" Part="last" System="yes" Value="[APPLICATIONFOLDER]bin"/>
      </Component>
    `;

/**
 * @param {string} project the WiX project as electron-builder writes it
 * @throws {Error} where its template has changed
 */
export function completeProject(project) {
  const parts = project.split(MARK);
  if (parts.length !== 2) {
    throw new Error(
      `electron-builder's MSI template has changed: "${MARK}" is not there once. See build/windows/msi-project.mjs.`,
    );
  }
  return parts.join(component + MARK);
}

/** @param {string} file path of the WiX project */
export default async function msiProjectCreated(file) {
  await writeFile(file, completeProject(await readFile(file, 'utf8')));
}
