/** The list of status and fault messages is the code's. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readyWords } from '../../renderer/ready/words.ts';
import { STATUS_MESSAGES, statusMessages } from './status-messages.ts';

const paper = statusMessages();

test('docs/efb/status-messages.md is what the code gives (`npm run status-messages` writes it)', async () => {
  expect(await readFile(STATUS_MESSAGES, 'utf8')).toBe(paper);
});

test('a message is two cells: the fact, and what to do', () => {
  for (const row of [
    '| Unconfirmed | No answer from the service: check with your scheduler before you request again. |',
    '| No connection | The authentication server auth.example stopped sending. | Check the network connection and try again. |',
    '| The document was changed or damaged on this laptop. |  |',
    `| Disk | ${readyWords.checks['disk.free']} |  |`,
  ])
    expect(paper).toContain(`${row}\n`);
  // Neither SQL nor parts of messages.
  expect(paper).not.toMatch(/\| (?:SELECT|UPDATE|DELETE) |%s|\| {2}\| [A-Z]/);
});
