/** A laptop on which kits are compared: real databases, kits that a test puts there, and a comparison that it scripts. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { ComparisonData } from '../../main/comparison/comparison-data.ts';
import type { CompareDocuments } from '../../main/comparison/comparison-queue.ts';
import { ChangeCountsKeeper } from '../../main/comparison/comparison-record.ts';
import { ReviewStore } from '../../main/comparison/review-store.ts';
import type { ComparedPage } from '../../main/comparison/rules/compared-page.ts';
import { ActivityLog } from '../../main/kits/activity-log.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { Annotations } from '../../main/marks/kit-annotations.ts';
import { MarkStore } from '../../main/marks/mark-store.ts';
import { PlaceStore } from '../../main/reading/place-store.ts';
import { SoundnessKeeper } from '../../main/soundness/soundness.ts';
import { ReadingDatabase } from '../../main/store/reading-database.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { changeSource, liveKit, memoryLog } from '../start/ipc-fixtures.ts';

export const DEPARTURE = '2026-11-23T10:00:00.000Z';
export const BEFORE = Date.parse(DEPARTURE) - 4 * 3_600_000;

export function id(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** A ready kit of one flight, whose document has this content. */
export function kitOf(n: number, sha256: string, changes: Partial<LiveKit> = {}): LiveKit {
  const trip = { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117', departure: DEPARTURE };
  const document = { bytes: 9, sha256, pages: 6 };
  return liveKit({ id: id(n), state: 'ready', created_at: n, state_since: n, trip, document, ...changes });
}

export function page(
  old: number | null,
  new_: number | null,
  state: ComparedPage['state'],
  what: string[] = [],
  /** Its chart; pages of their own if absent. */
  chart = (new_ ?? 0) * 100 + (new_ === null ? (old ?? 0) : 0),
): ComparedPage {
  return { old, new: new_, state, chart, what, areas: { old: [], new: [] } };
}

/** Of two documents with six pages each: 4 was put in front, 5 is gone and 5 is new. */
export const CHANGES: ComparedPage[] = [
  page(4, 1, 'same'),
  page(1, 2, 'same'),
  page(2, 3, 'restamped'),
  page(3, 4, 'changed', ['“550” is now “560”.']),
  page(5, null, 'gone'),
  page(null, 5, 'new'),
  page(6, 6, 'same'),
];

export interface LaptopOptions {
  compare?: CompareDocuments;
  /** Whether a kit's document is what was verified; all are if absent. */
  isWhole?: (kit_id: string) => boolean;
  now?: () => number;
  isBusy?: () => boolean;
  user?: string;
  limit_ms?: number;
}

export type Laptop = ReturnType<typeof openLaptop>;

/** Opens what is in the folder; the kits are those that the test gives. */
export function openLaptop(folder: string, kits: readonly LiveKit[], options: LaptopOptions = {}) {
  const { now = () => BEFORE, user = 'pilot', compare = async () => CHANGES } = options;
  const log = memoryLog();
  const { connection, events } = openUserDatabase(join(folder, 'user.sqlite'), { busy_timeout_ms: 50 });
  const reading = new ReadingDatabase(join(folder, 'reading.sqlite'), { log, busy_timeout_ms: 50 });
  const known = new Map(kits.map((kit) => [kit.id, kit]));
  const source = changeSource();
  const engine = {
    list: () => [...known.values()],
    get: (kit_id: string) => {
      const kit = known.get(kit_id);
      if (kit) return kit;
      throw new TripKitError('config', 'This kit is no longer on this laptop.');
    },
    onChange: source.onChange,
  };
  const activity = new ActivityLog({ events, user, now, log });
  const soundness = new SoundnessKeeper();
  const counts = new ChangeCountsKeeper();
  const counted: string[] = [];
  counts.onChange((ids) => void counted.push(...ids));
  const marks = new MarkStore(connection, events);
  const places = new PlaceStore(connection);
  const reviews = new ReviewStore(connection, events);
  const told: string[] = [];
  const marked: string[] = [];
  const compared: string[] = [];
  const data = new ComparisonData({
    engine,
    activity,
    soundness,
    reading,
    connection,
    marks,
    reviews,
    places,
    counts,
    compare: (old, new_, more) => {
      compared.push(`${old.file} ${new_.file}`);
      return compare(old, new_, more);
    },
    isWhole: async (kit) => options.isWhole?.(kit.id) ?? true,
    fileOf: (kit_id) => String(Number(kit_id.slice(-12))),
    chartsOf: () => [],
    isBusy: options.isBusy ?? (() => false),
    namesOf: () => (page) => (page === 4 ? 'ILS 27L' : null),
    onMarked: (kit_id) => void marked.push(kit_id),
    onChange: (old_id, new_id) => void told.push(`${Number(old_id.slice(-12))} ${Number(new_id.slice(-12))}`),
    schedule: (run) => {
      let isOn = true;
      queueMicrotask(() => isOn && run());
      return () => {
        isOn = false;
      };
    },
    look_ms: 1,
    ...(options.limit_ms === undefined ? {} : { limit_ms: options.limit_ms }),
    now,
    newId: randomUUID,
    user,
    log,
  });
  const annotations = new Annotations({
    store: marks,
    kit: engine.get,
    outlineAndChartsOf: () => ({ outline: null, charts: [] }),
    chartOf: () => null,
    onMarked: (kit_id) => data.marked(kit_id),
    now,
    newId: randomUUID,
    user,
    log,
  });
  /** As the app ends; at the end of the test at the latest. */
  const end = async () => {
    await data.stop();
    reading.close();
    connection.close();
  };
  onTestFinished(end);
  return {
    data,
    annotations,
    activity,
    soundness,
    counts,
    counted,
    marks,
    places,
    reviews,
    connection,
    reading,
    log,
    told,
    marked,
    compared,
    change(changed: LiveKit[], removed: string[] = []) {
      for (const kit of changed) known.set(kit.id, kit);
      for (const kit_id of removed) known.delete(kit_id);
      source.fire({ changed, removed });
    },
    open: (n: number) => activity.record('opened', [engine.get(id(n))]),
    /** Resolves when nothing is left to be looked at or compared. */
    async settle() {
      await setImmediate();
      await data.idle();
      await setImmediate();
    },
    end,
  };
}
