/**
 * Writes the templates of policies for the three systems, out of the one table of policies and settings:
 * `node build/policy-templates.ts FOLDER`. `--guide` brings the table of docs/administrator-guide.md up to date instead.
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { profileWords } from '../renderer/policies/words.ts';
import { adml, admx } from './policies/admx.ts';
import { exampleMobileconfig, preferenceManifest } from './policies/macos.ts';
import {
  description,
  exampleDecisions,
  exampleProfile,
  type JsonSchema,
  type PolicyRow,
  policyRows,
  valueLines,
} from './policies/table.ts';

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

// For the managed profile, the JSON file of Linux and macOS: its JSON Schema and an example.

/** Profiles that one file may hold (main/policies/managed-profile.ts). */
const MAX_PROFILES = 50;

/** JSON Schema of the file (draft 2020-12). */
function fileSchema(): JsonSchema {
  const text = { type: 'string', minLength: 1 };
  const decisions = policyRows.map((row) => [
    row.name,
    {
      title: row.words.title,
      description: description(row),
      ...row.schema,
    },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Managed profile of Trip Kit Desktop',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      profiles: {
        title: profileWords.title,
        description: `${profileWords.text} Each: ${profileWords.form}.`,
        type: 'array',
        maxItems: MAX_PROFILES,
        items: {
          type: 'object',
          properties: Object.fromEntries(
            ['name', 'company_code', 'company_name', 'client_id', 'auth_url', 'base_url'].map((name) => [
              name,
              text,
            ]),
          ),
          required: Object.keys(exampleProfile),
        },
      },
      settings: {
        description: 'Policies and settings: each that is named here holds for everybody on the computer.',
        type: 'object',
        properties: Object.fromEntries(decisions),
        additionalProperties: false,
      },
    },
    required: ['profiles'],
    additionalProperties: false,
  };
}

/** An example of the file. */
function exampleFile(): object {
  return {
    $schema: './managed-profile.schema.json',
    profiles: [exampleProfile],
    settings: exampleDecisions,
  };
}

// The table of all keys in docs/administrator-guide.md.

const BEGIN =
  '<!-- Made by build/policy-templates.ts: change main/settings/rules/settings-table.ts or renderer/policies/words.ts, and run it with --guide. -->';
const END = '<!-- End of what is made. -->';

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** What a person would type stands as code. */
function values(row: PolicyRow): string {
  return valueLines(row, (json) => `\`${json}\``)
    .map((text) => text.replace(/^\{.*\}$/, '`$&`'))
    .join('; ');
}

function line(row: PolicyRow): string {
  const initial = `\`${JSON.stringify(row.initial)}\``;
  const otherwise = row.of === 'policy' ? initial : `the person’s choice (${initial})`;
  return `| \`${row.name}\` | ${cell(row.words.text)} | ${cell(values(row))} | ${otherwise} |`;
}

/** The table. */
function guideTable(): string {
  return [
    '| Key | Meaning | Values | Where nobody decides |',
    '|---|---|---|---|',
    `| \`profiles\` | ${cell(profileWords.text)} | ${cell(profileWords.form)} | none |`,
    ...policyRows.map(line),
  ].join('\n');
}

/** The guide with the table of today in its place. @throws Error where it has no place for it */
export function withTable(guide: string): string {
  const from = guide.indexOf(BEGIN);
  const to = guide.indexOf(END);
  if (from < 0 || to < from) throw new Error('The guide has no place for the table of policies.');
  return `${guide.slice(0, from)}${BEGIN}\n\n${guideTable()}\n\n${guide.slice(to)}`;
}

if (import.meta.main) {
  const [given] = process.argv.slice(2);
  if (given === undefined) {
    process.stderr.write('Give the folder to write to, or --guide.\n');
    process.exitCode = 2;
  } else await (given === '--guide' ? updateGuide() : writePolicyTemplates(given));
}
