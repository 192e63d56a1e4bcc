/** What an attacker calls: for every call of a contract, good arguments and wrong ones, the same at every run. */
import fc from 'fast-check';
import type { z } from 'zod';
import { type Known, validOf } from './contract-arguments.ts';
import { isRefused, spoiledOf, type Wrong } from './wrong-arguments.ts';

/** A contract: its calls by domain and name (preload/contract.ts). */
export type Contract = Readonly<Record<string, Readonly<Record<string, { args: z.ZodType<unknown[]> }>>>>;

/** The attack on one call. */
export interface CallAttack {
  /** `domain.name` */
  call: string;
  /** Arguments that the contract takes. */
  good: unknown[][];
  /** Arguments that it does not. */
  wrong: Wrong[];
}

/** How many of each are tried. */
const GOOD = 8;
const WRONG = 32;

/** The attacks on all calls of a contract. @param seed another one tries other arguments */
export function planAttack(contract: Contract, known: Known, seed: number): CallAttack[] {
  return channelsOf(contract).map(([call, { args }]) => {
    // Each call has a seed of its own, so that a new one changes nothing for the others.
    const own = [...call].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed);
    const good = fc.sample(validOf(args, known), { numRuns: GOOD, seed: own }) as unknown[][];
    const spoilt = good.slice(0, 3).flatMap((some) => spoiledOf(args, some));
    return { call, good, wrong: spread(spoilt, WRONG, (one) => isRefused(args, one)) };
  });
}

/** Every call of a contract, as `domain.name`, with its schemas. */
export function channelsOf(contract: Contract): [call: string, schemas: Contract[string][string]][] {
  return Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, schemas]): [string, Contract[string][string]] => [
      `${domain}.${name}`,
      schemas,
    ]),
  );
}

/** So many of those that fit at most, as far from one another as can be: neighbours are alike. Few are asked whether they fit. */
function spread<T>(all: readonly T[], most: number, fits: (one: T) => boolean): T[] {
  const edge = (part: number) => Math.floor((part * all.length) / most);
  return Array.from({ length: most }, (_, part) => all.slice(edge(part), edge(part + 1)).find(fits)).filter(
    (one) => one !== undefined,
  );
}
