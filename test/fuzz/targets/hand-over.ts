/** Files that somebody handed over: the archive, its encryption, and the databases in it. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TripKitError } from '../../../main/common/errors.ts';
import { decrypt } from '../../../main/parcels/hand-over/age-file.ts';
import { checkIncoming, rowCounts } from '../../../main/parcels/hand-over/check-incoming.ts';
import { handedTables } from '../../../main/parcels/hand-over/filter-copy.ts';
import { documentName, type HandOverManifest } from '../../../main/parcels/hand-over/manifest.ts';
import { archiveOf, type Source, unpackArchive } from '../../../main/parcels/hand-over/pack.ts';
import { migrate } from '../../../main/store/sqlite-connection.ts';
import { USER_DATABASE } from '../../../main/store/user-database.ts';
import { userMigrations } from '../../../main/store/user-schema.ts';
import { KIT_ID } from '../../kits.ts';
import { defineTarget, inputFolder } from '../define-target.ts';
import { bytes } from '../mutators/bytes.ts';

const PASSPHRASE = 'gate seven at dawn';

const MADE: Omit<HandOverManifest, 'files' | 'documents'> = {
  ...{ format: 1, made_at: '2026-11-23T10:45:00.000Z', app_version: '1.0.0', scope: 'laptop' },
  made_by: { user: 'maria', computer: 'flight-07' },
};

/** A small hand-over whose files lie in `folder`. */
function sample(folder: string): { manifest: HandOverManifest; sources: Source[] } {
  const sources: Source[] = [];
  const put = (name: string, path: string): Source => {
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    const source = { name, path, bytes: statSync(path).size, sha256 };
    sources.push(source);
    return source;
  };
  const database = join(folder, USER_DATABASE);
  const db = new DatabaseSync(database);
  migrate(db, userMigrations);
  db.close();
  const { path: _, ...entry } = put(USER_DATABASE, database);
  const files = [{ ...entry, name: USER_DATABASE as typeof USER_DATABASE, ...rowCounts(database) }];
  const path = join(folder, 'kit.pdf');
  writeFileSync(path, '%PDF-1.7\n%%EOF');
  const { bytes: length, sha256 } = put(documentName(KIT_ID), path);
  const manifest: HandOverManifest = {
    ...MADE,
    files,
    documents: [{ kit_id: KIT_ID, bytes: length, sha256, title: 'KLM1007 EHAM-EGLL' }],
  };
  return { manifest, sources };
}

async function* pieces(input: Buffer): AsyncGenerator<Uint8Array> {
  // In pieces that end anywhere: small ones where the headers are, larger ones in the database.
  for (let at = 0, size = 700; at < input.length; at += size) {
    size = at < 16_000 ? 700 : 7_000;
    yield input.subarray(at, at + size);
  }
}

async function archive(): Promise<Buffer> {
  using folder = inputFolder();
  const { manifest, sources } = sample(folder.path);
  const whole: Uint8Array[] = [];
  for await (const piece of archiveOf(manifest, sources)) whole.push(piece);
  return Buffer.concat(whole);
}

/** `hello`, encrypted with as little work as the format allows: what is encrypted anew is other bytes each time. */
const ENCRYPTED = [
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCAwNkVqWjk2ZllsUkpVdVBjMjlnQzd3IDEKYmNJQzFENjFK',
  'TnBDS2Rxam1jM0hTcVgwVCtnWWhUcFIvbHBDNmhNVjBMRQotLS0gZWZzbHl2YXkrSHI1UC90cCtvTzl2YjNPckFw',
  'Nk10ZUtqZkVCUkQyOVkxRQohqJ3Ik4sxKiYnyKpyvUTtzjyc4VpHPdNws6FLthLkSbgENLhn',
].join('');

function database(): Buffer {
  using folder = inputFolder();
  sample(folder.path);
  return readFileSync(join(folder.path, USER_DATABASE));
}

export const targets = [
  defineTarget({
    name: 'hand-over-archive',
    domain: bytes(),
    seeds: async () => [await archive()],
    run: async (input) => {
      using folder = inputFolder();
      await unpackArchive(pieces(input), folder.path);
    },
    limits: { cpu_ms: 300 },
    cost: 16,
  }),
  defineTarget({
    name: 'hand-over-file',
    domain: bytes(),
    seeds: () => [Buffer.from(ENCRYPTED, 'base64')],
    run: async (input) => {
      using folder = inputFolder();
      const path = join(folder.path, 'input.age');
      writeFileSync(path, input);
      for await (const _ of decrypt(path, PASSPHRASE));
    },
    // A file may ask for a second of scrypt's work, which a thread of its own does.
    limits: { cpu_ms: 4_000, memory_mb: 700 },
    cost: 8,
  }),
  defineTarget({
    name: 'hand-over-database',
    domain: bytes(),
    seeds: () => [database()],
    run: (input) => {
      using folder = inputFolder();
      const path = join(folder.path, 'input.sqlite');
      writeFileSync(path, input);
      const version = userMigrations.length;
      const rows = Object.fromEntries(handedTables.map((table) => [table, 0]));
      const entry: HandOverManifest['files'][number] = {
        name: USER_DATABASE,
        bytes: input.length,
        sha256: '0'.repeat(64),
        version,
        rows,
      };
      const manifest: HandOverManifest = { ...MADE, files: [entry], documents: [] };
      try {
        checkIncoming(path, manifest);
      } catch (error) {
        if (!(error instanceof TripKitError)) throw error;
      }
    },
    limits: { cpu_ms: 500 },
    cost: 8,
  }),
];
