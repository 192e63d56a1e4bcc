/** Two laptops, and a file from one to the other. */

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { appDocument } from '../../../main/documents/document-folder.ts';
import { documentThreads } from '../../../main/documents/document-reader.ts';
import { DocumentVerifier } from '../../../main/documents/verify-document.ts';
import { acts } from '../../../main/kits/activity-log.ts';
import { NoteStore } from '../../../main/marks/note-store.ts';
import { handedTables } from '../../../main/parcels/hand-over/filter-copy.ts';
import { HandOver } from '../../../main/parcels/hand-over/hand-over.ts';
import type { OpenedHandOver } from '../../../main/parcels/hand-over/open-hand-over.ts';
import type { KitRecord } from '../../../main/store/kit-record.ts';
import { aKit, anEvent, aPdf } from '../../documents/samples.ts';
import { agreementsOf } from '../../soundness/agreements-of.ts';
import { memoryLog } from '../../start/ipc-fixtures.ts';
import { clockAt, NOON, plannedKit, type Run, startUp } from '../../start/start-run.ts';

export const PASSPHRASE = 'gate seven at dawn, 25L';

/** The hand-over of a laptop that runs. */
export function handOverOf(run: Run, user_data: string, allowed = true): HandOver {
  return new HandOver({
    ...{
      user_data,
      documents: join(user_data, 'documents'),
      log: memoryLog(),
      user: 'maria',
      now: () => NOON,
    },
    connection: run.connection,
    kits: run.kits,
    settings: () => run.settings.handedOver(),
    notes: run.record.notes,
    app_version: '1.0.0',
    // The format's own least: what scrypt costs is tried elsewhere.
    work_factor: 1,
    verifier: new DocumentVerifier(documentThreads()),
    profiles: () => run.database.profiles.list(),
    agreements: agreementsOf(user_data),
    allowed: () => allowed,
    onProgress: () => {},
  });
}

/** A kit that is ready, with its document in the folder. */
export async function addReady(
  run: Run,
  user_data: string,
  changes: Partial<KitRecord> = {},
  pages = 2,
): Promise<KitRecord> {
  const bytes = await aPdf(pages, { info: { Title: randomUUID() } });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const kit = aKit({
    state: 'ready',
    tripkit_id: `TK-${randomUUID()}`,
    ...changes,
    document: { bytes: bytes.length, sha256, pages },
  });
  mkdirSync(join(user_data, 'documents'), { recursive: true });
  writeFileSync(appDocument(join(user_data, 'documents'), kit.id).file, bytes);
  run.kits.write(kit, anEvent(kit, 'The document was verified.'));
  return kit;
}

/** What a person does with a kit. @param name makes each text another one */
export function workWith(
  run: Run,
  { id: kit_id, document, messages }: KitRecord,
  name: string,
  at = NOON,
): void {
  const { database, events, marks, places, reviews, carried, comparedWith } = run;
  const sha = document?.sha256 ?? 'a'.repeat(64);
  const mark = { kit_id, document_sha256: sha, by: 'maria', created_at: at, changed_at: at + 1 };
  marks.add({
    ...mark,
    id: randomUUID(),
    draft: { kind: 'note', page: 1, x: 0.25, y: 0.5, text: `note ${name}` },
  });
  marks.add({
    ...mark,
    id: randomUUID(),
    draft: { kind: 'bookmark', page: 2, title: name, heading: 'ILS 27L' },
  });
  new NoteStore(run.connection, events).add({
    ...{ id: randomUUID(), kit_id, airport: 'EGLL', chart: null, contents: [], x: 0.5, y: 0.5 },
    ...{ text: `airport ${name}`, who: 'maria', created_at: at, changed_at: at },
  });
  places.set(kit_id, { page: 2, offset: 0.125 }, at);
  events.append({
    ...{ at, kind: 'opened', kit_id, who: 'maria' },
    body: { what: 'The document was opened.', document_sha256: sha },
  });
  const [message] = messages;
  if (message) database.acknowledgements.add({ kit_id, message, document_sha256: sha, by: 'maria', at });
  database.pins.set(kit_id, true, at);
  database.dates.set(kit_id, [
    { document_sha256: sha, evidence: 'document', from: at - 5, at, learned_at: at + 7 },
  ]);
  reviews.add({
    kit_id,
    old_sha256: 'cd',
    new_sha256: sha,
    who: 'maria',
    at,
    pages: [{ old: 1, new: 2 }],
    named: [name],
    reviewed: true,
  });
  carried.settle(
    { kit_id, origin_id: `origin ${name}`, from_kit_id: 'older', mark_id: null, who: 'maria', at },
    null,
    null,
  );
  comparedWith.set(kit_id, `older ${name}`, at);
}

const TOLD = new Set<string>(['state', 'acknowledged', 'reviewed', ...acts]);

/** JSON with its keys in order: which stands first says nothing. */
function inOrder(text: string): string {
  const body = JSON.parse(text) as object;
  return JSON.stringify(Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** All that a laptop has, read past the app's own stores: tables row by row, documents by their bytes. */
export function dump(user_data: string, kit_ids: ReadonlySet<string> | null = null) {
  const rows = () => {
    const db = new DatabaseSync(join(user_data, 'user.sqlite'), { readOnly: true });
    try {
      return Object.fromEntries(
        handedTables.map((name) => {
          const all = db.prepare(`SELECT * FROM ${name}`).all();
          // The number of a line is its place, which is another one beside other lines.
          const plain = all
            .map(({ seq: _, prev: __, hash: ___, written_at: ____, ...row }) => row)
            .filter((row) => kit_ids === null || kit_ids.has(String(row.kit_id ?? row.id)))
            // The rest of the record tells of one laptop.
            .filter((row) => name !== 'entries' || TOLD.has(String(row.kind)))
            .map((row) => (name === 'entries' ? { ...row, body: inOrder(String(row.body)) } : row))
            .map((row) => (name === 'kits' && row.trip ? { ...row, trip: inOrder(String(row.trip)) } : row));
          return [name, plain.map((row) => JSON.stringify(row)).sort()];
        }),
      );
    } finally {
      db.close();
    }
  };
  const folder = join(user_data, 'documents');
  const documents = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.pdf') && (kit_ids === null || kit_ids.has(name.slice(0, -4))))
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]);
  const file = join(user_data, 'settings.json');
  const settings = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { values: object; choices: object })
    : null;
  return { rows: rows(), documents, settings };
}

/** Makes a file of kits, or of the whole laptop. */
export async function fileOf(user_data: string, path: string, kit_ids: readonly string[] | null = null) {
  const run = await startUp(user_data);
  try {
    return await handOverOf(run, user_data).write(path, kit_ids, PASSPHRASE);
  } finally {
    await run.end(false);
  }
}

/** Opens a file on a laptop and says yes; the laptop's next start brings it in. */
export async function accept(
  user_data: string,
  path: string,
  added: Record<string, string> = {},
): Promise<OpenedHandOver> {
  const run = await startUp(user_data);
  try {
    const handOver = handOverOf(run, user_data);
    const came = await handOver.open(path, PASSPHRASE);
    await handOver.accept(came, 'kits.age', added);
    return came;
  } finally {
    await run.end(false);
  }
}

/** Makes the laptop of a person who has worked with so many kits. */
export async function laptopOf(user_data: string, kits: number, name: string): Promise<KitRecord[]> {
  const run = await startUp(user_data);
  const made: KitRecord[] = [];
  run.database.profiles.add({ id: 'p', text: '{"name":"Own"}', added_at: NOON });
  for (let n = 1; n <= kits; n += 1) {
    const kit = await addReady(run, user_data, { profile_id: 'p', created_at: NOON + n });
    workWith(run, kit, `${name} ${n}`);
    made.push(kit);
  }
  const planned = plannedKit(name.length, 72, {
    trip: { origin: 'EHAM', destination: 'KLAX', flight: name, departure: '2026-11-24T12:00:00Z' },
  });
  run.kits.write(planned, anEvent(planned));
  run.settings.change({ theme: 'night', ready_hours: 48, keep_running: true });
  await run.end(false);
  return made;
}

/** A laptop with the service profile alone. */
export async function freshLaptop(user_data: string, profile = 'p'): Promise<void> {
  const run = await startUp(user_data, clockAt(0));
  run.database.profiles.add({ id: profile, text: '{"name":"Own"}', added_at: NOON });
  await run.end(false);
}
