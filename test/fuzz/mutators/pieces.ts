/** Changes of a text that know nothing of what it means. */
import type { Random } from '../../demo-service/random.ts';
import { mutateSequence, rangeOf, type Sequence, smallerSequences } from './sequence.ts';

const sequence: Sequence<string> = {
  length: (text) => text.length,
  slice: (text, from, to) => text.slice(from, to),
  join: (...pieces) => ''.concat(...pieces),
  repeat: (text, times) => text.repeat(times),
};

/** Pieces at which readers of text go wrong: ends, quotes, escapes, no characters at all, long runs of one of them. */
export const PIECES = [
  ...['', ' ', '\t', '\n', '\r', '\r\n', '\0', '\u001b[2J', '\u0085', '\u2028', '\u202e', '\ufeff', '\u00a0'],
  ...['\ud800', '\udfff', '😀', 'ß', 'İ', 'ﷺ', 'e\u0301', '日本', '…', '­'],
  ...words(`" ' \` \\ / // .. ../ % %2e%2e%2f %00 %ff %u0041 <html> </script>`),
  ...words('{ } [ ] ( ) < > , ; : = & ? # @ . - + * | ^ $'),
  ...words('0 -0 -1 1e400 9007199254740993 00 0x10 1. NaN null true {} [] ""'),
  ...words('__proto__ constructor toString hasOwnProperty length then toJSON'),
  ...words('{origin} {route?} {company_code} {} {x https:// http://[::1]:1/ javascript: file:///'),
  ...['Bearer ', '-----BEGIN X-----', '-----END X-----'],
  ...words('access_token= password= "password":" eyJ.'),
] as [string, ...string[]];
const RUNS = [
  ...words(`. a " \\ [ {"a": ( , % = a. eyJ`),
  ...[' ', '\n', '. ', '-----BEGIN A-----', '\ud800'],
] as [string, ...string[]];

function words(text: string): string[] {
  return text.split(' ');
}

/** One change of a text that knows nothing of what it means. */
export function mutateText(random: Random, input: string, pool: readonly string[]): string {
  const [from, to] = rangeOf(random, input.length);
  const put = (piece: string) => input.slice(0, from) + piece + input.slice(random.chance(0.5) ? to : from);
  switch (random.integer(0, 4)) {
    case 0:
      return put(random.pick(PIECES));
    case 1:
      return put(
        random.pick(RUNS).repeat(random.pick([2, 20, 300, 5_000, random.chance(0.1) ? 60_000 : 50])),
      );
    case 2:
      return put(String.fromCharCode(random.integer(0, random.chance(0.7) ? 0x7f : 0xffff)));
    default:
      return mutateSequence(sequence, random, input, pool.length > 0 ? pool : [input]);
  }
}

/** Shorter texts. */
export function smallerTexts(text: string): Iterable<string> {
  return smallerSequences(sequence, text);
}
