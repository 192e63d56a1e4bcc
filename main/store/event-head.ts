/** The end of the record's chain, in a file beside the database: if entries are cut off at the end, the file still names them. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { errorCode } from '../common/files.ts';
import type { ChainPoint } from './event-chain.ts';

const headShape = z.object({
  version: z.literal(1),
  seq: z.number().int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Null if there is no valid file. */
export function readHead(file: string): ChainPoint | null {
  try {
    const { seq, hash } = headShape.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { seq, hash };
  } catch {
    return null;
  }
}

/** Writes the file completely or not at all. @throws TripKitError of kind `disk` */
export function writeHead(file: string, { seq, hash }: ChainPoint): void {
  const fresh = `${file}.new`;
  try {
    const handle = openSync(fresh, 'w', 0o600);
    try {
      writeSync(handle, JSON.stringify({ version: 1, seq, hash }));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(fresh, file);
  } catch (error) {
    throw errorCode(error) === undefined ? error : diskError(error, 'Writing the activity record', file);
  }
}
