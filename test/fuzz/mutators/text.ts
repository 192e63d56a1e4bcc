import type { Random } from '../../demo-service/random.ts';
import type { Domain } from '../target.ts';
import { mutateText, smallerTexts } from './pieces.ts';
import { mutateValue, smallerValues } from './values.ts';

type Mutation = (random: Random, input: string) => string;

/**
 * Texts: pieces and characters; the values in it where it is JSON.
 *
 * @param own changes that know the format
 */
export function text(...own: readonly Mutation[]): Domain<string> {
  return {
    mutate(random, input, pool) {
      if (own.length > 0 && random.chance(0.3)) return random.pick(own as [Mutation])(random, input);
      return (random.chance(0.6) && mutateJson(random, input)) || mutateText(random, input, pool);
    },
    *smaller(input) {
      const json = jsonOf(input);
      if (json) for (const one of smallerValues(json.value)) yield textOf(one);
      yield* smallerTexts(input);
    },
    // As UTF-16, because what comes over IPC may be no sound Unicode.
    encode: (input) => Buffer.from(input, 'utf16le'),
    decode: (input) => input.toString('utf16le'),
  };
}

/** Null where it is no JSON of any structure. */
function mutateJson(random: Random, input: string): string | null {
  const json = jsonOf(input);
  return json && textOf(mutateValue(random, json.value, (text) => mutateText(random, text, [])));
}

function jsonOf(input: string): { value: unknown } | null {
  if (!/^\s*[[{]/.test(input) || input.length > 500_000) return null;
  try {
    return { value: JSON.parse(input) as unknown };
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
