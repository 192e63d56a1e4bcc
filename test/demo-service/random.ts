/** Seeded randomness: the same seed gives the same kit and the same waits. Not for secrets. */

/** A stream of numbers from one seed. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Real, in [from, to). */
  between(from: number, to: number): number;
  /** Integer, from and to included. */
  integer(from: number, to: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
}

/** FNV-1a, 32 bit: a seed from a text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    integer,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
  };
}

/** A UUID-shaped id from the stream: realistic and URL-safe, repeatable with the seed. */
export function seededUuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.integer(0, 15).toString(16));
  hex[12] = '4';
  hex[16] = (8 + random.integer(0, 3)).toString(16);
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}
