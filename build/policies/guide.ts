/** The table of all keys in docs/administrator-guide.md. */
import { profileWords } from '../../renderer/policies/words.ts';
import { type PolicyRow, policyRows, valueLines } from './table.ts';

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
export function guideTable(): string {
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
