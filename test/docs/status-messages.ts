/** Writes docs/efb/status-messages.md, the app's status and fault messages, from the code: `npm run status-messages`. */
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageCode } from '../../main/service/messages.ts';
import { failureWords } from '../../renderer/design/words.ts';
import { wordMessage } from '../../renderer/kits/message-words.ts';
import { openingWords, stateWords, trustWords } from '../../renderer/kits/words.ts';
import { type CheckName, readyWords } from '../../renderer/ready/words.ts';
import { messagesOf, VERBS } from '../common/messages-in-code.ts';
import { sampleFailures } from '../common/sample-failures.ts';

const root = join(import.meta.dirname, '../..');
export const STATUS_MESSAGES = join(root, 'docs/efb/status-messages.md');

/** Where advice begins: a sentence, or what follows a colon, that begins with an order. */
const ADVICE = new RegExp(
  `(?:^|(?<=[.!?:;] ))(?:(?:Then|Please) |(?:To|If|Where|On) [^,.]+, )?(?:${VERBS}|Charge|Insert|Keep|Take)\\b`,
  'i',
);

/** What differs from case to case, which makes no other message of it. */
const examples: readonly (readonly [RegExp, string])[] = [
  [/\(HTTP \d+\)/g, '(HTTP …)'],
  [/\((?:ERR_\w+|E[A-Z]+)\)/g, '(…)'],
  [/ The service says: [^.]*\./g, ''],
  // Not in a table of Markdown.
  [/[<>*|]/g, ''],
];

/** A message as two cells: the fact, and what to do. An order without a fact is the first. */
function adviceOf(message: string): [fact: string, advice: string] {
  const text = examples
    .reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), message)
    .trim();
  const at = text.search(ADVICE);
  if (at <= 0) return [text, ''];
  const advice = text.slice(at);
  return [
    text
      .slice(0, at)
      .replace(/[:;] $/, '.')
      .trim(),
    `${advice[0]?.toUpperCase()}${advice.slice(1)}`,
  ];
}

/** A table of Markdown, each row once. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const unique = new Set(rows.map((cells) => `| ${cells.join(' | ')} |`));
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...unique].join('\n');
}

/** The whole sentences of files; where `advising` those that give an order: others are lines of histories and logs. */
function sentencesOf(patterns: readonly string[], advising: boolean): string[] {
  return globSync([...patterns], { cwd: root })
    .sort()
    .flatMap((file) => messagesOf(root, file))
    .map((message) => message.trim())
    .filter((message) => /^[A-Z“…]/.test(message) && !/%s|\?$|^[A-Z]{6} /.test(message))
    .filter((message) => !/^[….,: ]*$/.test(adviceOf(message)[0]))
    .filter((message) => !advising || message.search(ADVICE) > 0);
}

const listed = (patterns: readonly string[], advising = true) =>
  table(['Message', 'What to do'], sentencesOf(patterns, advising).map(adviceOf));

function kitStates(): string {
  const rows = Object.entries(stateWords.explain).map(([state, meaning]) => [
    stateWords.labels[state as keyof typeof stateWords.labels],
    meaning,
  ]);
  const { superseded } = openingWords;
  return table(
    ['State', 'Meaning'],
    [
      ...rows,
      [trustWords.damagedLabel, `${trustWords.damagedDetail}.`],
      [superseded.badge, superseded.note],
      [
        trustWords.withdrawnLabel,
        'The desk has withdrawn the kit: it must not be used. Ask your scheduler for another one.',
      ],
    ],
  );
}

function serviceMessages(): string {
  const trip = { origin: 'EHAM', destination: 'EGLL', alternates: ['EGKK'], route: 'DCT SPY DCT' };
  return table(
    ['Code', 'Message', 'What to do'],
    Object.values(messageCode).map((code) => [
      code,
      ...adviceOf(wordMessage({ code, type: 'Warning', message: 'SPY' }, trip).text),
    ]),
  );
}

function failures(): string {
  const rows = sampleFailures()
    .filter(({ kind }) => kind !== null)
    .map(({ kind, message }) => [failureWords.kinds[kind ?? 'app'], ...adviceOf(message)]);
  const kinds = Object.values<string>(failureWords.kinds);
  const orderOf = ([kind = '']: readonly string[]) => kinds.indexOf(kind);
  return table(
    ['Kind', 'Message', 'What to do'],
    rows.sort((one, other) => orderOf(one) - orderOf(other)),
  );
}

function readyRows(): string {
  const { checks, names } = readyWords;
  const rows = Object.entries(checks).map(([id, message]) => {
    const name = id.slice(0, id.indexOf('.')) as CheckName;
    return [names[name], ...adviceOf(message)];
  });
  const others = sentencesOf(['renderer/ready/words.ts'], true).filter(
    (message) => !Object.values(checks).includes(message),
  );
  return `${table(['Row', 'Message', 'What to do'], rows)}\n\n${table(['Other messages', 'What to do'], others.map(adviceOf))}`;
}

const SECTIONS: readonly (readonly [title: string, content: () => string])[] = [
  ['State of a kit', kitStates],
  ['Why a kit waits', () => listed(['main/kits/waits.ts'], false)],
  ['Messages of the service', serviceMessages],
  ['Failures of calls, files and databases', failures],
  ['Further failures of a request', () => listed(['main/service/*.ts', 'main/kits/**/*.ts'])],
  ['Certificates', () => listed(['main/identity/*.ts'])],
  ['A document as it comes', () => listed(['main/documents/**/*.ts'])],
  ['Soundness of a document', () => listed(['main/soundness/*.ts'], false)],
  ['Ready to fly', readyRows],
  [
    'Notices, and refusals of other functions',
    () =>
      listed([
        'main/{cockpit,desk,electron,marks,parcels,policies,print,profile,record,shelf,updates}/**/*.ts',
        'main/support/*.ts',
      ]),
  ],
];

const HEAD = `# Status and fault messages

<!-- Made by test/docs/status-messages.ts: change the words in the code, and run npm run status-messages. -->

The app’s messages about its state and its faults, as they are in the code. … is a name, a number or a time. Hosts and paths are examples.
After a failure the service’s own messages may follow. A row without advice needs none: the app continues automatically, or the message
only informs. Not in this list: notices that only inform, lines of histories, and messages about the input of flights.
`;

/** The paper as the code gives it. */
export function statusMessages(): string {
  const sections = SECTIONS.map(([title, content]) => `## ${title}\n\n${content()}\n`);
  return `${HEAD}\n${sections.join('\n')}\n<!-- End of what is made. -->\n`;
}

if (import.meta.main) await writeFile(STATUS_MESSAGES, statusMessages());
