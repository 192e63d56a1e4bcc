/**
 * Copies a database that another process has open, without disturbing that process: nothing is locked, and nothing in its folder is
 * created or changed. (If SQLite opened the file itself, it would create a `-shm` file beside it, or be refused.)
 */
import { constants, copyFile, open, rm, stat } from 'node:fs/promises';
import { errorCode } from '../common/files.ts';

/** How many times the copy is started again because the log was restarted meanwhile. */
const TRIES = 5;
/** Length of a write-ahead log's header, bytes; it gets new salts whenever the log restarts (sqlite.org/walformat.html). */
const WAL_HEADER = 32;

/** Result of a copy. */
export type CopiedAside = 'copied' | 'missing' | 'too_large' | 'changing';

/**
 * Copies the database and its log to `to` and `to-wal`, as they were at one moment. Opening the copy applies the log.
 *
 * The log is copied last. If its header has not changed during the copy, every page that reached the database meanwhile is still in
 * the log. Unfinished writes end in a checksum that does not match, and SQLite ignores them.
 *
 * @param max_bytes limit for database and log together
 * @throws errors of node:fs, such as for a file that the system has locked
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
  /** The log's header, hex; empty if there is no log. */
  log: string;
  /** File facts that change when the database itself is written to. */
  facts: string;
}

/** Null if there is no database. */
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

/** Empty if the log is gone or has no complete header. */
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

/** A missing log is noticed afterwards, by its header. */
async function copyLog(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
