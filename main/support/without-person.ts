import { homedir, hostname } from 'node:os';
import { userName } from '../common/user-name.ts';

/** The text without the person's names, which are in paths, and the computer's name. */
export function withoutPerson(text: string): string {
  const names: [string, string][] = [
    [JSON.stringify(homedir()).slice(1, -1), '~'],
    [homedir(), '~'],
    [hostname(), 'this-computer'],
  ];
  const rest = names.reduce(
    (left, [name, word]) => (name.length > 3 ? left.replaceAll(name, word) : left),
    text,
  );
  const user = userName();
  if (user === '') return rest;
  const literal = user.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  // Only as a separate word: a short user name may occur inside other words.
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'giu');
  return rest.replace(word, 'this-user');
}
