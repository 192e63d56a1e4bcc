/** The archive in a hand-over file: POSIX ustar (pax, "ustar Interchange Format"), plain files only. */

/** The archive's unit, bytes. */
export const BLOCK = 512;
/** An archive ends with two blocks of zeros. */
export const END = new Uint8Array(2 * BLOCK);
const NAME_BYTES = 100;

/** The content of a header. */
export interface TarHeader {
  name: string;
  bytes: number;
}

/** The header of a plain file that only its owner may read. @param at when it was changed, ms since 1970 UTC */
export function tarHeader({ name, bytes }: TarHeader, at: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const encoder = new TextEncoder();
  const put = (from: number, text: string) => block.set(encoder.encode(text), from);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  if (encoder.encode(name).length > NAME_BYTES || bytes >= 8 ** 11)
    throw new RangeError('no name or size of ustar');
  put(0, name);
  put(100, `${octal(0o600, 7)}\0`);
  put(108, `${octal(0, 7)}\0`);
  put(116, `${octal(0, 7)}\0`);
  put(124, `${octal(bytes, 11)}\0`);
  put(136, `${octal(Math.floor(at / 1000), 11)}\0`);
  put(156, '0');
  put(257, 'ustar\0');
  put(263, '00');
  put(148, `${octal(checksum(block), 6)}\0 `);
  return block;
}

/** Reads a header; null if it is not that of a plain file with a complete name. */
export function readTarHeader(block: Uint8Array): TarHeader | null {
  const field = (from: number, length: number) => {
    const bytes = block.subarray(from, from + length);
    const end = bytes.indexOf(0);
    return String.fromCharCode(...(end < 0 ? bytes : bytes.subarray(0, end))).trim();
  };
  const number = (from: number, length: number) => {
    const text = field(from, length);
    return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : null;
  };
  const bytes = number(124, 12);
  const plain = block.length === BLOCK && block[156] === 0x30 && field(257, 6) === 'ustar';
  if (!plain || bytes === null || number(148, 8) !== checksum(block) || field(345, 155) !== '') return null;
  return { name: field(0, NAME_BYTES), bytes };
}

/** How many zeros follow a file of this length. */
export function padding(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}

/** The sum of all bytes, with the checksum's own bytes read as spaces. */
function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0);
}
