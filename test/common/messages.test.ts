/** Every message that a person can see gives one order, and none that another part of it takes back. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { whileTrying } from '../../main/kits/waits.ts';
import { messagesOf, ORDER } from './messages-in-code.ts';
import { sampleFailures } from './sample-failures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What comes when the first advice did not help belongs to it. */
const ESCALATION = /^(?:If it (?:stays so|happens again)|If that does not help),/;
const FORBIDDEN =
  /(?:^|[.;,:] )(?:so |and |then )*(?:do not|don’t) (?:request|send|try|go on|start|open|use)\b/i;
const AGAIN = /\b(?:try|request|send|start|open)(?: it| the kit)? again\b/i;
const BY_ITSELF = /(?:again automatically|by itself|goes on automatically)/;

/** What is wrong with a message; '' where nothing is. */
function fault(message: string): string {
  const sentences = message.split(/(?<=[.!?]) +/);
  const orders = sentences.filter((sentence) => ORDER.test(sentence) && !ESCALATION.test(sentence));
  if (orders.length > 1) return `${orders.length} orders`;
  if (FORBIDDEN.test(message) && AGAIN.test(message.replace(FORBIDDEN, '')))
    return 'forbids what it asks for';
  if (/(?:^|[.;] |and |then )try again\b/i.test(message) && BY_ITSELF.test(message))
    return 'asks for what the app does';
  return '';
}

describe('the messages in the code', () => {
  const files = globSync(['main/**/*.ts', 'preload/**/*.ts', 'renderer/**/words.ts'], { cwd: root });

  it.each(files)('%s', (file) => {
    const faults = messagesOf(root, file).flatMap((message) => {
      const found = fault(message);
      return found === '' ? [] : [`${found}: ${message}`];
    });
    expect(faults).toEqual([]);
  });

  it('are found, and what is wrong with one is seen', () => {
    const all = files.flatMap((file) => messagesOf(root, file));
    expect(all.length).toBeGreaterThan(500);
    expect(fault('It failed. Check the network. Tell your IT.')).toBe('2 orders');
    expect(fault('Do not request it again before you know. Sign in, then try again.')).not.toBe('');
    expect(fault('Sign in, and do not request it again: open a page, then try again.')).toBe(
      'forbids what it asks for',
    );
    expect(fault('It is sent again automatically. It failed, then try again.')).toBe(
      'asks for what the app does',
    );
    expect(fault('It failed. Try again; if it stays so, tell your IT.')).toBe('');
  });
});

test.each(sampleFailures())('$name', ({ message, waits }) => {
  expect(fault(message)).toBe('');
  // On the line of a kit that the app tries again by itself nobody is asked to do that.
  if (waits) expect(whileTrying(message)).not.toMatch(/try again|stays so/i);
  expect(whileTrying(message)).toMatch(/\.$/);
});
