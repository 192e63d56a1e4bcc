/** What bytes and texts have in common: pieces of them are taken out, put in, repeated, moved and left. */
import type { Random } from '../../demo-service/random.ts';

/** As much of Buffer and string as is needed. */
export interface Sequence<T> {
  length(of: T): number;
  slice(of: T, from: number, to: number): T;
  join(...pieces: T[]): T;
  repeat(of: T, times: number): T;
}

/** No input becomes longer by a change; bytes or UTF-16 code units. What readers take is 1 MiB at most, but for files. */
export const MAX_LENGTH = 2 * 1024 ** 2;

/** One change of the whole that knows nothing of what it means. */
export function mutateSequence<T>(kind: Sequence<T>, random: Random, input: T, pool: readonly T[]): T {
  const length = kind.length(input);
  const [from, to] = rangeOf(random, length);
  const head = kind.slice(input, 0, from);
  const piece = kind.slice(input, from, to);
  const tail = kind.slice(input, to, length);
  switch (random.integer(0, 5)) {
    case 0:
      return kind.join(head, tail);
    case 1:
      return kind.join(head, kind.repeat(piece, timesOf(random, to - from, length)), tail);
    case 2:
      return kind.slice(input, 0, random.integer(0, length));
    case 3: {
      const other = pool[random.integer(0, pool.length - 1)] as T;
      const [start, end] = rangeOf(random, kind.length(other));
      return kind.join(
        head,
        kind.slice(other, start, end),
        random.chance(0.5) ? tail : kind.join(piece, tail),
      );
    }
    case 4: {
      const at = random.integer(0, kind.length(tail));
      return kind.join(head, kind.slice(tail, 0, at), piece, kind.slice(tail, at, kind.length(tail)));
    }
    default:
      return kind.join(head, kind.slice(input, to, Math.min(length, to + (to - from))), tail);
  }
}

/** A piece of it, mostly short. */
export function rangeOf(random: Random, length: number): [from: number, to: number] {
  const from = random.integer(0, length);
  const longest = random.chance(0.7) ? Math.min(16, length - from) : length - from;
  return [from, from + random.integer(0, longest)];
}

/** How often a piece is repeated: mostly a few times, now and then as often as there is room for. */
function timesOf(random: Random, piece: number, length: number): number {
  const most = Math.max(1, Math.floor((MAX_LENGTH - length) / Math.max(1, piece)));
  const wanted = random.pick([2, 3, 10, 100, 1_000, 20_000, 200_000]);
  return random.chance(0.9) ? Math.min(wanted, most, 2_000) : Math.min(wanted, most);
}

/** Without a half, a quarter, an eighth … of it, wherever that is; then its end. */
export function* smallerSequences<T>(kind: Sequence<T>, input: T): Generator<T> {
  const length = kind.length(input);
  for (let piece = Math.ceil(length / 2); piece >= 1; piece = piece === 1 ? 0 : Math.ceil(piece / 2)) {
    if (length / piece > 256) return;
    for (let at = 0; at < length; at += piece)
      yield kind.join(kind.slice(input, 0, at), kind.slice(input, Math.min(length, at + piece), length));
  }
}
