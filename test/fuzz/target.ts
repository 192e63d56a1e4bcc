import type { Random } from '../demo-service/random.ts';

/** What a kind of input can do: change, shrink, and go to a file and back. */
export interface Domain<T> {
  /** One change of `input`. @param pool other inputs, to take parts of */
  mutate(random: Random, input: T, pool: readonly T[]): T;
  /** Smaller inputs that may show the same, the smallest first. */
  smaller(input: T): Iterable<T>;
  encode(input: T): Buffer;
  decode(bytes: Buffer): T;
}

/** What one input may cost. */
export interface Limits {
  /** Of the calling thread, ms of the machine that ../cpu-time.ts names: more is a stall of the window. */
  cpu_ms: number;
  /** By which the process may grow, MiB. */
  memory_mb: number;
}

export const DEFAULT_LIMITS: Limits = { cpu_ms: 100, memory_mb: 128 };

/**
 * Something that reads what comes from outside. A new one is a file in test/fuzz/targets and a line in its index: a name, a domain,
 * seeds, and a function.
 */
export interface Target<T> {
  name: string;
  domain: Domain<T>;
  /** Sound inputs, from which all others are made. The same in every process. */
  seeds(): readonly T[] | Promise<readonly T[]>;
  /** Reads one input. Any error but a TripKitError is a crash. */
  run(input: T): unknown;
  limits?: Partial<Limits>;
  /** How many times dearer an input is than most: so many times fewer of them are tried in a run of fixed length. */
  cost?: number;
}

/** A target whose inputs are nobody else's business. */
export interface AnyTarget {
  name: string;
  cost: number;
  limits: Limits;
  /** Inputs by their number. */
  open(): Promise<OpenTarget>;
}

export interface OpenTarget {
  /** Input `n` of a seed: the same in every process. The first ones are the target's own seeds as they are. */
  input(seed: number, n: number): Buffer;
  run(input: Buffer): unknown;
  smaller(input: Buffer): Iterable<Buffer>;
}
