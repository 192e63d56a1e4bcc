/** Writes a user-data folder as the app of today does, by its own stores: a little of everything that a person may have. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { silentLog } from '../../../main/common/log.ts';
import { CarriedStore } from '../../../main/comparison/carried-store.ts';
import { ComparedWithStore } from '../../../main/comparison/compared-with-store.ts';
import { PersonalReviewStore } from '../../../main/comparison/review-store.ts';
import { openIntakeDatabase } from '../../../main/desk/intake-database.ts';
import { IntakeStore } from '../../../main/desk/intake-store.ts';
import { isReady, writeKitSidecar } from '../../../main/documents/kit-sidecar.ts';
import { IdentityFiles } from '../../../main/identity/identity-file.ts';
import { acts, PersonalActStore } from '../../../main/kits/act-store.ts';
import { PersonalOrderStore } from '../../../main/kits/order-store.ts';
import type { MarkDraftRecord } from '../../../main/marks/mark-record.ts';
import { MarkStore } from '../../../main/marks/mark-store.ts';
import { CopyChecker } from '../../../main/parcels/backup/copy-checker.ts';
import { makeSet } from '../../../main/parcels/backup/make-set.ts';
import { PlaceStore } from '../../../main/reading/place-store.ts';
import { openAuditDatabase } from '../../../main/record/audit-database.ts';
import { AuditStore } from '../../../main/record/audit-store.ts';
import { type Database, openDatabase } from '../../../main/store/database.ts';
import { type KitDocument, type KitRecord, kitStates } from '../../../main/store/kit-record.ts';
import { openPersonalDatabase, type PersonalDatabase } from '../../../main/store/personal-database.ts';
import { ReadingDatabase } from '../../../main/store/reading-database.ts';
import { beginStart } from '../../../main/updates/update-record.ts';
import { ARRIVALS } from './read-user-data.ts';
import { openSettings } from './without-electron.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const MINUTE_MS = 60_000;
const WHO = 'a.pilot';
const PROFILE = '6b1d0f0e-91d2-4a6e-8f5e-0c9a7b3d2e11';
/** A kit for each state, in their order. */
const idOf = (number: number) => `3f0e5c1a-7d0b-4c7e-9a51-00000000000${number}`;
const readyIndex = kitStates.indexOf('ready');
const READY = idOf(readyIndex);
/** A kit before, for the same flight. */
const BEFORE = idOf(9);

/** Writes it into an empty folder. @param version of the app, as backups and the record of updates name it */
export async function writeUserData(folder: string, version: string): Promise<void> {
  const documents = join(folder, 'documents');
  mkdirSync(documents, { recursive: true });
  const files = new Map<string, KitDocument>();
  for (const id of [BEFORE, READY]) {
    const bytes = await pdf(id);
    writeFileSync(join(documents, `${id}.pdf`), bytes);
    files.set(id, {
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      pages: 2,
    });
  }
  const library = openDatabase(join(folder, 'library.sqlite'));
  const personal = openPersonalDatabase(join(folder, 'personal.sqlite'));
  const audit = openAuditDatabase(join(folder, 'audit.sqlite'));
  const intake = openIntakeDatabase(join(folder, 'watch.sqlite'));
  try {
    writeLibrary(library, files);
    for (const kit of library.kits.list().filter(isReady)) {
      await writeKitSidecar(documents, kit, {
        dates: library.dates.all().filter(({ kit_id }) => kit_id === kit.id),
      });
    }
    writePersonal(personal, files);
    writeAudit(new AuditStore(audit, join(folder, 'audit-head.json')));
    writeJournal(new IntakeStore(intake, ARRIVALS));
    // It can be made again, and is: that there is one must do no harm.
    new ReadingDatabase(join(folder, 'reading.sqlite'), { log: silentLog }).close();
    writeSettings(folder);
    const { record } = beginStart(null, version, AT);
    writeFileSync(join(folder, 'update-state.json'), JSON.stringify({ ...record, checked_at: AT }));
    await writeIdentities(folder);
    await writeBackup(folder, version, { library, personal });
  } finally {
    for (const database of [library, personal, audit, intake]) database.close();
  }
}

async function pdf(title: string): Promise<Buffer> {
  const document = new PDFDocument({
    autoFirstPage: false,
    info: { Title: title, CreationDate: new Date(AT) },
  });
  for (const page of [1, 2]) document.addPage().text(`${title}, page ${page}`);
  document.end();
  return Buffer.concat(await document.toArray());
}

function writeLibrary(library: Database, files: ReadonlyMap<string, KitDocument>): void {
  library.profiles.add({ id: PROFILE, text: '{"format":1,"name":"Demo Air"}', added_at: AT });
  const trip = {
    origin: 'EHAM',
    destination: 'KLAX',
    alternates: ['KONT'],
    flight: 'KLM601',
    departure: '2026-11-22T10:45:00Z',
  };
  const messages = [{ code: '205', type: 'Warning', message: 'closest route points' }];
  const kits = kitStates.map(
    (state, index): KitRecord => ({
      id: idOf(index),
      profile_id: PROFILE,
      tripkit_id: state === 'requesting' || state === 'unconfirmed' ? null : `TK-${index}`,
      trip: state === 'generating' ? null : trip,
      state,
      created_at: AT + index,
      state_since: AT + index + MINUTE_MS,
      requested_at: state === 'requesting' ? null : AT + index + 1,
      messages: state === 'ready' ? messages : [],
      failure:
        state === 'failed' ? { kind: 'service', message: 'The service could not make this kit.' } : null,
      document: files.get(idOf(index)) ?? null,
    }),
  );
  const ready = kits[readyIndex];
  if (ready)
    kits.push({
      ...ready,
      id: BEFORE,
      tripkit_id: 'TK-9',
      created_at: AT - MINUTE_MS,
      document: files.get(BEFORE) ?? null,
    });
  for (const kit of kits) {
    const asked: KitRecord = { ...kit, state: 'requesting', document: null, failure: null };
    library.kits.write(asked, {
      kit_id: kit.id,
      at: kit.created_at,
      state: 'requesting',
      what: 'Requested.',
    });
    library.kits.write(kit, {
      kit_id: kit.id,
      at: kit.state_since,
      state: kit.state,
      what: `Now ${kit.state}.`,
    });
  }
  const document_sha256 = files.get(READY)?.sha256 ?? null;
  for (const message of messages) {
    library.acknowledgements.add({ kit_id: READY, message, document_sha256, by: WHO, at: AT });
  }
  library.pins.set(READY, true, AT);
  library.dates.set(READY, [
    { document_sha256, evidence: 'service', from: AT - MINUTE_MS, at: AT, learned_at: AT },
    { document_sha256, evidence: 'storage', from: null, at: AT, learned_at: AT },
  ]);
  library.times.add(PROFILE, { ms: 24_000, at: AT });
}

function writePersonal(personal: PersonalDatabase, files: ReadonlyMap<string, KitDocument>): void {
  const [newer, older] = [files.get(READY)?.sha256 ?? '', files.get(BEFORE)?.sha256 ?? ''];
  const drafts: MarkDraftRecord[] = [
    { kind: 'pin', page: 1 },
    { kind: 'bookmark', page: 2, title: 'ILS 27L', heading: 'EGLL ILS 27L' },
    {
      kind: 'highlight',
      page: 1,
      colour: 'yellow',
      areas: [{ x: 0.1, y: 0.1, width: 0.5, height: 0.02 }],
      text: 'minima',
      note: 'look',
    },
    { kind: 'ink', page: 1, colour: 'red', width: 0.004, strokes: [[0.1, 0.1, 0.2, 0.2]] },
    { kind: 'note', page: 2, x: 0.5, y: 0.5, text: 'Call ops.' },
  ];
  const marks = new MarkStore(personal);
  const markOf = (kit: number, index: number) => `9d0e5c1a-7d0b-4c7e-9a51-0000000000${kit}${index}`;
  for (const [index, draft] of drafts.entries()) {
    const times = { created_at: AT + index, changed_at: AT + index };
    marks.add({ id: markOf(1, index), kit_id: BEFORE, document_sha256: older, by: WHO, draft, ...times });
  }
  const carried = new CarriedStore(personal, marks);
  const row = { kit_id: READY, origin_id: markOf(1, 4), from_kit_id: BEFORE, who: WHO, at: AT };
  const note = drafts[4];
  if (note) {
    const copy = {
      id: markOf(2, 4),
      kit_id: READY,
      document_sha256: newer,
      by: WHO,
      created_at: AT,
      changed_at: AT,
      draft: note,
    };
    carried.settle({ ...row, mark_id: copy.id }, copy, null);
  }
  carried.settle({ ...row, origin_id: markOf(1, 3), mark_id: null }, null, null);
  const place = { page: 2, offset: 0.25, fit: 'width', zoom: 1, rotation: 0 };
  new PlaceStore(personal).set(READY, place, AT);
  new PersonalActStore(personal).add(
    acts.map((act, index) => ({
      kit_id: READY,
      act,
      who: WHO,
      at: AT + index,
      document_sha256: act === 'opened' ? newer : null,
    })),
  );
  const trip = { origin: 'EHAM', destination: 'KJFK', departure: '2026-12-01T10:00:00Z' };
  new PersonalOrderStore(personal).put([
    {
      id: idOf(8),
      profile_id: PROFILE,
      trip,
      lead_ms: 7_200_000,
      who: WHO,
      created_at: AT,
      claimed_at: null,
      kit_id: null,
    },
  ]);
  new PersonalReviewStore(personal).add({
    ...{ kit_id: READY, old_sha256: older, new_sha256: newer, reviewed: true, who: WHO, at: AT },
    ...{ pages: [[1, 1] as [number, number]], named: ['EGLL ILS 27L'] },
  });
  new ComparedWithStore(personal).set(READY, BEFORE, AT);
}

function writeAudit(record: AuditStore): void {
  const draft = { kit_id: READY, who: WHO, source: null };
  record.append(
    [
      { ...draft, at: AT, kind: 'asked', body: { what: 'Requested.' } },
      { ...draft, at: AT + 1, kind: 'opened', body: { what: 'Opened.' } },
    ],
    AT,
    new Map([['pins', [READY]]]),
  );
}

function writeJournal(journal: IntakeStore): void {
  const trip = { origin: 'EHAM', destination: 'KJFK', departure: '2026-12-01T10:00:00Z' };
  const file = {
    id: idOf(7),
    name: 'flights.csv',
    sha256: 'a'.repeat(64),
    size: 120,
    mtime: AT,
    taken_at: AT,
    sound: true,
  };
  journal.putFile({
    ...file,
    folder: 'done',
    report: [{ line: 2, state: 'requested', trip, kit: READY }],
    moved_at: AT,
    reported: true,
  });
  const times = { taken_at: AT, changed_at: AT };
  journal.putTrip({
    ...{
      id: READY,
      file_id: file.id,
      line: 2,
      profile_id: PROFILE,
      trip,
      flight_key: 'EHAM-KJFK',
      state: 'delivered',
    },
    ...{ cancel: false, name: 'EHAM-KJFK', replaced_by: null, result: '{}', ...times },
  });
  journal.putEvent(['webhook'], { id: 'event-1', body: '{"event":"delivered"}', at: AT });
}

function writeSettings(folder: string): void {
  const settings = openSettings(folder);
  settings.change({ theme: 'night', keep_days_after_departure: 30 });
  settings.rememberWindow({ x: 10, y: 20, width: 1200, height: 800, maximized: false });
  settings.choose({ light: 'night' });
}

async function writeIdentities(folder: string): Promise<void> {
  const facts = {
    ...{ subject: 'CN=Demo Pilot, O=Demo Air, C=NL', issuer: 'CN=Demo CA', serial: '01AF', sha256: 'AA:BB' },
    ...{ valid_from: AT, valid_to: AT + 365 * 24 * 60 * MINUTE_MS, key: 'EC P-256', chain_length: 2 },
    ...{ chain_complete: true, extended_key_usage: ['clientAuth'] },
  };
  const identities = new IdentityFiles(join(folder, 'identities'));
  // What a keychain of another computer sealed opens nowhere else; here it is no key at all.
  await identities.write(PROFILE, { kind: 'file', facts, sealed: Buffer.from('sealed by a keychain') });
}

async function writeBackup(
  folder: string,
  app_version: string,
  { library, personal }: { library: Database; personal: PersonalDatabase },
): Promise<void> {
  const checker = new CopyChecker();
  const { signal } = new AbortController();
  try {
    await makeSet(
      join(folder, 'backups'),
      {
        databases: [
          { file: 'library.sqlite', db: library.connection.db },
          { file: 'personal.sqlite', db: personal.db },
        ],
        files: [join(folder, 'settings.json')],
      },
      { why: 'daily', app_version, now: AT, check: (file, ended) => checker.check(file, ended), signal },
    );
  } finally {
    await checker.close();
  }
}
