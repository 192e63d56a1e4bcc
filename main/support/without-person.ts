import { homedir, hostname } from 'node:os';
import { userName } from '../common/user-name.ts';

/** Without the names of the person, which paths hold, and of the computer. */
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
  // As a word of its own only: a short user name stands inside other words by chance.
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'giu');
  return rest.replace(word, 'this-user');
}
