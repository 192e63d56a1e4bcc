/** The pages of an SQLite file as they were last committed, with those that are still in its log. Read only. */
import { readFileSync } from 'node:fs';

/** What SQLite starts a file with since 2016, and what ours have: for files whose header is damaged. */
const DEFAULT_PAGE = 4096;
const PAGE_SIZES = new Set([512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]);

/**
 * @param file may be damaged; its log is `<file>-wal`
 * @returns pages from page 1 on, all of one size; none where the file can't be read
 */
export function readPages(file: string): Uint8Array[] {
  const bytes = readOrNothing(file);
  const log = readOrNothing(`${file}-wal`);
  const fromLog = logPageSize(log);
  const size = fromLog ?? headerPageSize(bytes) ?? DEFAULT_PAGE;
  const pages: Uint8Array[] = [];
  for (let at = 0; at + size <= bytes.length; at += size) pages.push(bytes.subarray(at, at + size));
  if (fromLog !== null) applyLog(pages, log, size);
  // A page that was never written, between two that were.
  for (let n = 0; n < pages.length; n += 1) pages[n] ??= new Uint8Array(size);
  return pages;
}

function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

function headerPageSize(bytes: Buffer): number | null {
  if (bytes.length < 100) return null;
  const size = bytes.readUInt16BE(16) === 1 ? 65536 : bytes.readUInt16BE(16);
  return PAGE_SIZES.has(size) ? size : null;
}

/** @returns null where there is no log (fileformat2.html, 4.1) */
function logPageSize(log: Buffer): number | null {
  if (log.length < 32 || log.readUInt32BE(0) >>> 1 !== 0x377f0682 >>> 1) return null;
  const size = log.readUInt32BE(8);
  return PAGE_SIZES.has(size) ? size : null;
}

/**
 * Puts the frames of the log in place up to its last commit. Frames of an earlier round of the log have another salt;
 * checksums decide where the log ends (fileformat2.html, 4.2).
 */
function applyLog(pages: Uint8Array[], log: Buffer, size: number): void {
  const littleEndian = (log.readUInt32BE(0) & 1) === 0;
  let sum: [number, number] = checksum(log.subarray(0, 24), [0, 0], littleEndian);
  if (sum[0] !== log.readUInt32BE(24) || sum[1] !== log.readUInt32BE(28)) return;
  let pending: [number, Uint8Array][] = [];
  for (let at = 32; at + 24 + size <= log.length; at += 24 + size) {
    const number = log.readUInt32BE(at);
    if (number === 0 || log.compare(log, 16, 24, at + 8, at + 16) !== 0) return;
    const page = log.subarray(at + 24, at + 24 + size);
    sum = checksum(page, checksum(log.subarray(at, at + 8), sum, littleEndian), littleEndian);
    if (sum[0] !== log.readUInt32BE(at + 16) || sum[1] !== log.readUInt32BE(at + 20)) return;
    pending.push([number, page]);
    if (log.readUInt32BE(at + 4) === 0) continue;
    for (const [index, content] of pending) pages[index - 1] = content;
    pending = [];
  }
}

function checksum(bytes: Buffer, [a, b]: [number, number], littleEndian: boolean): [number, number] {
  let [s0, s1] = [a, b];
  const word = (at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    s0 = (s0 + word(at) + s1) >>> 0;
    s1 = (s1 + word(at + 4) + s0) >>> 0;
  }
  return [s0, s1];
}
