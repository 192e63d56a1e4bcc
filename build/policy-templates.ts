/**
 * Writes the templates of policies for the three systems, out of the one table of policies and settings:
 * `node build/policy-templates.ts FOLDER`. `--guide` brings the table of docs/administrator-guide.md up to date instead.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { adml, admx } from './policies/admx.ts';
import { exampleFile, fileSchema } from './policies/file.ts';
import { withTable } from './policies/guide.ts';
import { exampleMobileconfig, preferenceManifest } from './policies/macos.ts';

const README = `Policies of Trip Kit Desktop: see "Policies" in the administrator guide.

windows/TripKitDesktop.admx, windows/en-US/TripKitDesktop.adml
    Group Policy: copy them, the folder en-US included, into %SystemRoot%\\PolicyDefinitions, or into PolicyDefinitions of
    the central store. Intune: Devices > Configuration > Import ADMX.
macos/com.tripkit.desktop.plist
    Preference manifest, for ProfileCreator, iMazing Profile Editor and MDM products that read such.
macos/example.mobileconfig
    Example of a configuration profile. Give yours identifiers and UUIDs of its own.
linux/managed-profile.schema.json, linux/managed-profile.example.json
    JSON Schema and example of /etc/trip-kit-desktop/managed-profile.json. macOS takes the same file at
    a place of its own.
`;

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** The templates by their paths. */
export function policyTemplates(): Readonly<Record<string, string>> {
  return {
    'README.txt': README,
    'windows/TripKitDesktop.admx': admx(),
    'windows/en-US/TripKitDesktop.adml': adml(),
    'macos/com.tripkit.desktop.plist': preferenceManifest(),
    'macos/example.mobileconfig': exampleMobileconfig(),
    'linux/managed-profile.schema.json': json(fileSchema()),
    'linux/managed-profile.example.json': json(exampleFile()),
  };
}

/** Writes them into a folder, which holds nothing else then. */
export async function writePolicyTemplates(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(policyTemplates())) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function updateGuide(): Promise<void> {
  const guide = new URL('../docs/administrator-guide.md', import.meta.url);
  await writeFile(guide, withTable(await readFile(guide, 'utf8')));
}

if (import.meta.main) {
  const [given] = process.argv.slice(2);
  if (given === undefined) {
    process.stderr.write('Give the folder to write to, or --guide.\n');
    process.exitCode = 2;
  } else await (given === '--guide' ? updateGuide() : writePolicyTemplates(given));
}
