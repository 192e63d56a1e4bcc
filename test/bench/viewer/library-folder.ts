/** Puts documents into a user-data folder as kits that are ready, before the app starts on it. */
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { appDocument } from '../../../main/documents/document-folder.ts';
import { writeParcel } from '../../../main/documents/parcel-writer.ts';
import { openUserDatabase } from '../../../main/store/user-database.ts';

export interface ReadyDocument {
  /** A UUID. */
  kit_id: string;
  /** Path of the PDF; linked into the library where it can be. */
  file: string;
  pages: number;
  /** At most 100 characters: how the kit is found in the list. */
  flight: string;
}

const DAY_MS = 86_400_000;

/** The library of `userData` then has these kits, the first one newest. The app must not be running. */
export async function writeReadyKits(userData: string, documents: readonly ReadyDocument[]): Promise<void> {
  const folder = join(userData, 'documents');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = openUserDatabase(join(userData, 'user.sqlite'));
  try {
    const now = Date.now();
    for (const [index, { kit_id, file, pages, flight }] of documents.entries()) {
      const target = appDocument(folder, kit_id).file;
      linkOrCopy(file, target);
      const kit = {
        id: kit_id,
        profile_id: 'bench',
        tripkit_id: `bench-${kit_id}`,
        // Before its departure, so that no retention takes it away.
        trip: {
          origin: 'EGLL',
          destination: 'KJFK',
          flight,
          departure: new Date(now + DAY_MS).toISOString(),
        },
        state: 'ready' as const,
        created_at: now - index,
        due_at: null,
        state_since: now - index,
        requested_at: now - index,
        messages: [],
        failure: null,
        document: { bytes: statSync(target).size, sha256: await sha256Of(target), pages },
      };
      database.kits.write(kit, { kit_id, at: now, state: 'ready', what: 'Put here by a bench.' });
      await writeParcel(folder, { kit, document: kit.document, dates: [], seal: null });
    }
  } finally {
    database.close();
  }
}

/** A copy of a user-data folder that no app is running on, without its browser profile; documents are linked. */
export function copyUserData(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.startsWith(join(from, 'host-chromium'))) continue;
    const target = join(to, path.slice(from.length));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    if (entry.name.endsWith('.pdf')) linkOrCopy(path, target);
    else copyFileSync(path, target);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
