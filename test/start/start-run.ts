/** The start of the app without its window, on real files, and what a person leaves in them. */
import { join } from 'node:path';
import { CarriedStore } from '../../main/comparison/carry-over.ts';
import { ComparedWithStore } from '../../main/comparison/kit-pairs.ts';
import { ReviewStore } from '../../main/comparison/review-store.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { DocumentVerifier } from '../../main/documents/verify-document.ts';
import { NoticeBoard } from '../../main/host/notices.ts';
import { ActivityLog } from '../../main/kits/activity-log.ts';
import { MarkStore } from '../../main/marks/mark-store.ts';
import { BackupKeeper } from '../../main/parcels/backup/backup-keeper.ts';
import { Restores } from '../../main/parcels/backup/restores.ts';
import { IncomingHandOver } from '../../main/parcels/hand-over/incoming-hand-over.ts';
import { openLibrary } from '../../main/parcels/open-library.ts';
import { PlaceStore } from '../../main/reading/place-store.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { aKit, anEvent } from '../documents/samples.ts';
import '../settings/without-electron.ts';
import { agreementsOf } from '../soundness/agreements-of.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { memoryLog } from './ipc-fixtures.ts';

const { openOwnSettings } = await import('../../main/parcels/open-settings.ts');

export const HOUR = 3_600_000;
export const NOON = Date.parse('2026-11-21T12:00:00Z');
export const SHA = 'a'.repeat(64);
export const EHAM_KLAX = { origin: 'EHAM', destination: 'KLAX', flight: 'KLM601' };

/** @param hours since NOON */
export function clockAt(hours: number): VirtualClock {
  const clock = new VirtualClock();
  clock.epoch = NOON + hours * HOUR;
  return clock;
}

/** A run of the app without its window. */
export async function startUp(user_data: string, clock = clockAt(0)) {
  const notices = new NoticeBoard();
  const log = memoryLog();
  const now = () => clock.now();
  const restores = await Restores.open({ user_data, log });
  const backups = new BackupKeeper({
    user_data,
    app_version: '1.0.0',
    // A busy machine takes longer, and what is tried is what a copy brings back.
    quit_limit_ms: 60_000,
    wanted: () => restores.wanted,
    notices,
    clock,
    log,
  });
  const agreements = agreementsOf(user_data);
  const incoming = await IncomingHandOver.open({ user_data, now, log, notices, agreements });
  const { settings, ...back } = await openOwnSettings(user_data, { restores, incoming, notices, log });
  const paths = {
    user_data,
    documents: join(user_data, 'documents'),
    logs: '',
    crashes: '',
    preload: '',
    setup_preload: '',
    renderer: '',
  };
  const base = { paths, log, now, user: 'anna', managed: null, settings, notices, agreements };
  const verifier = new DocumentVerifier(documentThreads());
  const library = await openLibrary({ ...base, backups, restores, incoming, ...back, verifier });
  const { connection, events } = library;
  const marks = new MarkStore(connection, events);
  return {
    ...library,
    notices,
    restores,
    backups,
    settings,
    log,
    marks,
    places: new PlaceStore(connection),
    acts: new ActivityLog({ events, log, now, user: 'anna' }),
    reviews: new ReviewStore(connection, events),
    carried: new CarriedStore(connection, marks),
    comparedWith: new ComparedWithStore(connection),
    notice: (id: string) => notices.list().find((notice) => notice.id === id),
    /** As the app ends. @param copies whether it gets to its last copy */
    async end(copies = true) {
      if (copies) {
        backups.start();
        await backups.stop();
      }
      await library.stop();
    },
  };
}
export type Run = Awaited<ReturnType<typeof startUp>>;

export const kits = {
  failed: aKit({
    id: '00000000-0000-4000-8000-000000000001',
    state: 'failed',
    failure: { kind: 'service', message: 'no' },
  }),
  waiting: aKit({ id: '00000000-0000-4000-8000-000000000002', state: 'generating', tripkit_id: 'TK2' }),
  unsent: aKit({
    id: '00000000-0000-4000-8000-000000000003',
    state: 'requesting',
    tripkit_id: null,
    requested_at: null,
  }),
};

/** What a person has after a day of work. */
export function work(run: Run, now = NOON): void {
  const { database, marks, places, acts, settings } = run;
  const { failed, waiting, unsent } = kits;
  database.profiles.add({ id: 'p', text: '{"name":"Own"}', added_at: now });
  for (const kit of [failed, waiting, unsent, plannedKit(1, 72)]) database.kits.write(kit, anEvent(kit));
  database.pins.set(failed.id, true, now);
  const [message] = failed.messages;
  if (message)
    database.acknowledgements.add({ kit_id: failed.id, message, document_sha256: null, by: 'anna', at: now });
  const base = { kit_id: failed.id, document_sha256: SHA, by: 'anna', created_at: now, changed_at: now };
  marks.add({ ...base, id: 'm1', draft: { kind: 'note', page: 1, x: 0.5, y: 0.5, text: 'call ops' } });
  marks.add({
    ...base,
    id: 'm2',
    kit_id: 'gone',
    draft: { kind: 'bookmark', page: 1, title: 'EHAM', heading: null },
  });
  places.set(failed.id, { page: 7 }, now);
  acts.record('opened', [failed]);
  const review = { kit_id: failed.id, old_sha256: 'cd', new_sha256: SHA, who: 'anna', at: now };
  run.reviews.add({ ...review, pages: [{ old: 1, new: 2 }], named: [null], reviewed: true });
  const settled = { kit_id: failed.id, from_kit_id: 'older', mark_id: null, who: 'anna', at: now };
  run.carried.settle({ ...settled, origin_id: 'o1' }, null, null);
  run.comparedWith.set(failed.id, 'older', now);
  settings.change({ theme: 'night', ready_hours: 48 });
}

/** A kit that is requested two hours before its departure. @param hours from NOON to the departure */
export function plannedKit(number: number, hours: number, changes: Partial<KitRecord> = {}): KitRecord {
  return aKit({
    id: `00000000-0000-4000-8000-0000000001${String(number).padStart(2, '0')}`,
    profile_id: 'p',
    tripkit_id: null,
    trip: { ...EHAM_KLAX, departure: new Date(NOON + hours * HOUR).toISOString() },
    state: 'planned',
    requested_at: null,
    messages: [],
    created_at: NOON,
    due_at: NOON + (hours - 2) * HOUR,
    ...changes,
  });
}

/** Everything of it, as it is seen. */
export function seen(run: Run) {
  const { database, marks, places, settings } = run;
  const { theme, ready_hours } = settings.state().values;
  return {
    profiles: database.profiles.list().map(({ id }) => id),
    kits: Object.fromEntries(database.kits.list().map(({ id, state }) => [id, state])),
    history: database.kits.history(kits.failed.id).map(({ what }) => what),
    pins: [...database.pins.list().keys()],
    acknowledgements: database.acknowledgements.all().map(({ by, message }) => [by, message.message]),
    marks: [...marks.ofKit(kits.failed.id), ...marks.bookmarks()].map(({ id }) => id),
    place: places.get(kits.failed.id),
    opened: run.events.ofKit(kits.failed.id, 'opened').map(({ who, at }) => [who, at]),
    reviews: run.reviews.list(kits.failed.id).map(({ pages, at }) => [pages, at]),
    carried: [...run.carried.ofKit(kits.failed.id).keys()],
    compared_with: [...run.comparedWith.all()],
    settings: { theme, ready_hours },
  };
}
