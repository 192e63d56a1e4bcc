import type { Random } from '../../demo-service/random.ts';
import type { Domain } from '../target.ts';
import { mutateSequence, type Sequence, smallerSequences } from './sequence.ts';

const sequence: Sequence<Buffer> = {
  length: (bytes) => bytes.length,
  slice: (bytes, from, to) => bytes.subarray(from, to),
  join: (...pieces) => Buffer.concat(pieces),
  repeat: (bytes, times) => (bytes.length === 0 ? bytes : Buffer.alloc(bytes.length * times, bytes)),
};

/** Numbers at which readers go wrong, as ASCII; those of one length replace each other without moving what is behind them. */
const NUMBERS = [
  '0',
  '1',
  '-1',
  '9',
  '255',
  '256',
  '65535',
  '65536',
  '2147483647',
  '4294967296',
  '9007199254740993',
  '1e9',
];

type Mutation = (random: Random, input: Buffer) => Buffer;

/**
 * Bytes: bits, bytes and pieces; decimal numbers in them keep their length, so that offsets stay right.
 *
 * @param own changes that know the format
 */
export function bytes(...own: readonly Mutation[]): Domain<Buffer> {
  return {
    mutate(random, input, pool) {
      if (own.length > 0 && random.chance(0.5)) return random.pick(own as [Mutation])(random, input);
      if (input.length > 0 && random.chance(0.6))
        return random.pick([flipBit, setByte, setByte, sameLengthNumber, swapBytes])(random, input);
      return mutateSequence(sequence, random, input, pool);
    },
    smaller: (input) => smallerSequences(sequence, input),
    encode: (input) => input,
    decode: (input) => input,
  };
}

function changed(input: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(input);
  change(copy);
  return copy;
}

function flipBit(random: Random, input: Buffer): Buffer {
  const at = random.integer(0, input.length - 1);
  return changed(input, (copy) => copy.writeUInt8((input[at] ?? 0) ^ (1 << random.integer(0, 7)), at));
}

function setByte(random: Random, input: Buffer): Buffer {
  const value = random.chance(0.5)
    ? random.integer(0, 255)
    : random.pick([0, 1, 0x7f, 0x80, 0xff, 0x20, 0x0a]);
  return changed(input, (copy) => copy.writeUInt8(value, random.integer(0, input.length - 1)));
}

function swapBytes(random: Random, input: Buffer): Buffer {
  const [a, b] = [random.integer(0, input.length - 1), random.integer(0, input.length - 1)];
  return changed(input, (copy) => {
    copy.writeUInt8(input[b] ?? 0, a);
    copy.writeUInt8(input[a] ?? 0, b);
  });
}

function sameLengthNumber(random: Random, input: Buffer): Buffer {
  const found = [...input.toString('latin1').matchAll(/\d+/g)];
  const one = found[random.integer(0, Math.max(0, found.length - 1))];
  if (one === undefined) return flipBit(random, input);
  const [{ length }] = one;
  const other = random.chance(0.3) ? found[random.integer(0, found.length - 1)]?.[0] : undefined;
  const digits =
    other ??
    (random.chance(0.5)
      ? String(random.integer(0, 10 ** Math.min(length, 9)))
      : random.pick(NUMBERS as [string]));
  const fitting = digits.slice(0, length).padStart(length, random.chance(0.5) ? '0' : ' ');
  return changed(input, (copy) => void copy.write(fitting, one.index, 'latin1'));
}
