/** The documents that the campaign's service hands out: small kits of several sizes, and the hash of each version. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeFile } from '../demo-service/kits.ts';
import { writeSyntheticKit } from './synthetic-kit.ts';

/** Pages and bytes of each document; the larger ones take several pieces, so that there is a middle to be killed in. */
const SIZES: readonly (readonly [pages: number, bytes: number])[] = [
  [1, 20_000],
  [3, 90_000],
  [4, 300_000],
  [6, 700_000],
  [8, 1_500_000],
  [12, 3_000_000],
];
/** How often a document in storage may change within a run and still be known. */
const VERSIONS = 12;

export interface PoolDocument {
  path: string;
  bytes: number;
  /** SHA-256, hex, of each version that the service may hand out, the first one first. */
  sha256: string[];
}

/** Writes the documents into a folder. */
export async function writeDocuments(folder: string): Promise<PoolDocument[]> {
  return Promise.all(
    SIZES.map(async ([pages, bytes], i) => {
      const path = join(folder, `document-${i}.pdf`);
      await writeSyntheticKit(path, pages, bytes);
      return describeVersions(path);
    }),
  );
}

/** The demo service changes a document by its binary comment behind the PDF header (test/demo-service/storage-server.ts). */
async function describeVersions(path: string): Promise<PoolDocument> {
  const { bytes, comment_at } = await describeFile(path);
  const content = await readFile(path);
  const sha256 = [createHash('sha256').update(content).digest('hex')];
  if (comment_at === null) throw new Error(`${path} has no comment that can be changed`);
  for (let version = 2; version <= VERSIONS; version += 1) {
    content.fill(0x80 + (version % 127), comment_at, comment_at + 4);
    sha256.push(createHash('sha256').update(content).digest('hex'));
  }
  return { path, bytes, sha256 };
}
