/** The end of the record's chain, in a file beside the database: if entries are cut off at the end, the file still names them. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFileSync } from '../common/whole-file.ts';
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

/** Writes the file completely or not at all. @throws the file system's error */
export function writeHead(file: string, { seq, hash }: ChainPoint): void {
  replaceFileSync(file, JSON.stringify({ version: 1, seq, hash }));
}
