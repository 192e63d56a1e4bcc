/** Looks at what a dead process has left on the disk, without touching it and without asking the app. */
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { kitStates } from '../../main/kits/rules/kit-facts.ts';
import type { Row } from './evidence.ts';

const rowShape = z.object({
  id: z.string(),
  state: z.enum(kitStates),
  tripkit_id: z.string().nullable(),
  trip: z.string().nullable(),
  failure: z.string().nullable(),
  sha256: z.string().nullable(),
});
const tripShape = z.object({ flight: z.string().optional() });
const failureShape = z.object({
  kind: z.enum([
    'config',
    'identity',
    'authentication',
    'rejected',
    'not_found',
    'service',
    'network',
    'deadline',
    'document',
    'disk',
  ]),
  message: z.string(),
});

/** What a copy of the database says. The original is left for the app to find as it is. */
export async function readLibrary(
  user_data: string,
  scratch: string,
): Promise<{ integrity: string; rows: Row[]; histories: string[] }> {
  const copy = await mkdtemp(join(scratch, 'copy-'));
  try {
    for (const ending of ['', '-wal']) {
      const name = `user.sqlite${ending}`;
      await copyFile(join(user_data, name), join(copy, name)).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      });
    }
    const db = new DatabaseSync(join(copy, 'user.sqlite'));
    try {
      const integrity = String(db.prepare('PRAGMA integrity_check').get()?.integrity_check);
      const made = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kits'").get() !== undefined;
      if (!made) return { integrity, rows: [], histories: [] };
      return { integrity, rows: readRows(db), histories: readHistories(db) };
    } finally {
      db.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function readRows(db: DatabaseSync): Row[] {
  const select = 'SELECT id, state, tripkit_id, trip, failure, document_sha256 AS sha256 FROM kits';
  return db
    .prepare(select)
    .all()
    .map((raw) => {
      const { trip, failure, ...row } = rowShape.parse(raw);
      return {
        ...row,
        flight: trip === null ? null : (tripShape.parse(JSON.parse(trip)).flight ?? null),
        failure: failure === null ? null : failureShape.parse(JSON.parse(failure)),
      };
    });
}

/** The kits' histories, for people. */
function readHistories(db: DatabaseSync): string[] {
  const select =
    "SELECT coalesce(json_extract(trip, '$.flight'), tripkit_id) AS name, at, json_extract(body, '$.state') AS state, json_extract(body, '$.what') AS what FROM entries JOIN kits ON id = kit_id WHERE kind = 'state' ORDER BY kit_id, seq";
  return db
    .prepare(select)
    .all()
    .map(({ name, at, state, what }) => `${name} ${new Date(Number(at)).toISOString()} ${state}: ${what}`);
}

/** SHA-256 of the documents of ready kits; null where there is none. */
export async function hashDocuments(
  folder: string,
  rows: readonly Row[],
): Promise<Record<string, string | null>> {
  const hashes: Record<string, string | null> = {};
  for (const { id } of rows.filter(({ state }) => state === 'ready')) {
    const content = await readFile(join(folder, `${id}.pdf`)).catch(() => null);
    hashes[id] = content && createHash('sha256').update(content).digest('hex');
  }
  return hashes;
}
