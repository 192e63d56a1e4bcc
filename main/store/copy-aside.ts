/**
 * Copies a database that another process has open, so that it can be read without that process noticing: nothing is locked,
 * and nothing in its folder is created or changed. (To open the file itself SQLite would make a `-shm` beside it, or be refused.)
 */
import { constants, copyFile, open, rm, stat } from 'node:fs/promises';
import { errorCode } from '../common/files.ts';

/** How often a copy is begun again because the log started anew meanwhile. */
const TRIES = 5;
/** The header of a write-ahead log, bytes; it has new salts whenever the log starts anew (sqlite.org/walformat.html). */
const WAL_HEADER = 32;

/** What became of a copy. */
export type CopiedAside = 'copied' | 'missing' | 'too_large' | 'changing';

/**
 * Copies the database and its log to `to` and `to-wal`, as they were at one moment; opening the copy applies the log.
 *
 * The log is copied last. As long as its header is the same before and after, every page that reached the database meanwhile is still
 * in the log, and what its writer has not finished ends in a checksum that does not fit, which SQLite leaves out.
 *
 * @param max_bytes of database and log together
 * @throws errors of node:fs, such as one of a file that the system has locked
 */
export async function copyAside(file: string, to: string, max_bytes: number): Promise<CopiedAside> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await stateOf(file);
    if (before === null) return 'missing';
    if (before.bytes > max_bytes) return 'too_large';
    await rm(`${to}-wal`, { force: true });
    await copyFile(file, to);
    if (before.log !== '') await copyLog(`${file}-wal`, `${to}-wal`);
    const after = await stateOf(file);
    const same = before.log !== '' ? before.log === after?.log : before.facts === after?.facts;
    if (same) return 'copied';
  }
  return 'changing';
}

interface FileState {
  bytes: number;
  /** The log's header, hex; empty where there is no log. */
  log: string;
  /** What shows that the database itself was written to. */
  facts: string;
}

/** Null where there is no database. */
async function stateOf(file: string): Promise<FileState | null> {
  const facts = await statOf(file);
  if (facts === null) return null;
  const log = await statOf(`${file}-wal`);
  const bytes = facts.size + (log?.size ?? 0);
  const header = log === null ? '' : await headerOf(`${file}-wal`);
  return { bytes, log: header, facts: `${facts.size} ${facts.mtimeMs} ${header}` };
}

async function statOf(file: string) {
  try {
    return await stat(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Empty where the log went away or has no whole header. */
async function headerOf(file: string): Promise<string> {
  try {
    await using handle = await open(file, 'r');
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(WAL_HEADER), 0, WAL_HEADER, 0);
    return bytesRead === WAL_HEADER ? buffer.toString('hex') : '';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

/** A log that went away is noticed afterwards, by its header. */
async function copyLog(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
