/**
 * The notes of a release, to standard output: `node build/release-notes.ts 1.2.3`. They are the version's section of
 * CHANGELOG.md, and how to check what one downloads.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param changelog in the form of Keep a Changelog
 * @throws Error where the version has no section, or an empty one
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const body = section?.slice(section.indexOf('\n') + 1).trim();
  if (!body) throw new Error(`CHANGELOG.md says nothing of ${version}. Write its section first.`);
  return `${body}

## Check what you downloaded

\`sha256sum --check --ignore-missing SHA256SUMS\` compares the files. \`gh attestation verify FILE --repo OWNER/REPOSITORY\`
says which commit and workflow they were built from. Installers for Windows and macOS are signed. The administrator
guide (docs/administrator-guide.md) says how to install them silently.
`;
}

if (import.meta.main) {
  const changelog = readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8');
  process.stdout.write(notesOf(changelog, process.argv[2] ?? ''));
}
