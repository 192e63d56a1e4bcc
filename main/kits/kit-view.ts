import { type Kit, type KitsChanged, kit as kitSchema } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { coalesced, nodeTimer, type Schedule } from '../common/wait.ts';
import type { KitDocument } from '../store/kit-record.ts';
import type { KitChange, KitEngine, LiveKit } from './kit-engine.ts';
import type { KitFlags } from './kit-flags.ts';

/** Facts about a kit besides its life. */
export type FlagsOf = Pick<KitFlags, 'of'>;

/** A kit of the engine in the contract's form. */
export function viewKit(live: LiveKit, flags: FlagsOf): Kit {
  const { requested_at: _, shelf, ...kit } = live;
  return {
    ...kit,
    created_at: utc(kit.created_at),
    state_since: utc(kit.state_since),
    due_at: kit.due_at === null ? null : utc(kit.due_at),
    wait: kit.wait && {
      ...kit.wait,
      since: utc(kit.wait.since),
      until: kit.wait.until === null ? null : utc(kit.wait.until),
    },
    ...(shelf && {
      shelf: {
        ...{ name: shelf.name, put_at: utc(shelf.put_at) },
        recalled: shelf.recalled && { at: utc(shelf.recalled.at), why: shelf.recalled.why },
      },
    }),
    ...flags.of(live),
  };
}

/** The kits that can be shown. A damaged row is left out and logged by its id, so the list still opens. */
export function viewKits(kits: readonly LiveKit[], flags: FlagsOf, log: Log): Kit[] {
  return kits.flatMap((live) => viewOrNull(live, flags, log) ?? []);
}

/** The kit in the contract's form; null, and a line in the log, if it can't be shown. */
export function viewOrNull(live: LiveKit, flags: FlagsOf, log: Log): Kit | null {
  try {
    return kitSchema.parse(viewKit(live, flags));
  } catch (error) {
    log.error(`The kit ${live.id} can't be shown.`, error);
    return null;
  }
}

/** Shortest time between two batches, ms: at most 20 a second, however many kits move. */
const BATCH_MS = 50;

/**
 * Sends the engine's changes in batches: each kit once, in its latest state, including kits whose supersession changed.
 * @returns a function that ends this; changes that wait are dropped
 */
export function forwardKitChanges(
  engine: Pick<KitEngine, 'onChange' | 'get'>,
  send: (batch: KitsChanged) => void,
  flags: Pick<KitFlags, 'of' | 'update' | 'onChange'>,
  log: Log,
  schedule: Schedule = nodeTimer,
): () => void {
  const changed = new Map<string, LiveKit>();
  const removed = new Set<string>();
  const flush = coalesced(schedule, BATCH_MS, () => {
    for (const id of flags.update([...changed.values()], [...removed])) {
      if (!changed.has(id)) changed.set(id, engine.get(id));
    }
    const batch = { changed: viewKits([...changed.values()], flags, log), removed: [...removed] };
    changed.clear();
    removed.clear();
    send(batch);
  });

  function take(change: KitChange): void {
    for (const kit of change.changed) {
      removed.delete(kit.id);
      changed.set(kit.id, kit);
    }
    for (const id of change.removed) {
      changed.delete(id);
      removed.add(id);
    }
    if (changed.size + removed.size > 0) flush.soon();
  }

  const unsubscribe = engine.onChange(take);
  const stopFlags = flags.onChange((ids) => {
    take({ changed: ids.filter((id) => !removed.has(id)).map((id) => engine.get(id)), removed: [] });
  });
  return () => {
    unsubscribe();
    stopFlags();
    flush.cancel();
  };
}

/** Whether the kit's document differs from what was verified. */
export function isDamaged(kit: LiveKit, flags: FlagsOf): boolean {
  return flags.of(kit).soundness?.state === 'damaged';
}

/** The kit's document. @throws TripKitError of kind `config` if it is not on this laptop */
export function documentOf({ document }: LiveKit): KitDocument {
  if (document) return document;
  throw notHere();
}

/** The error for an action that needs a document. */
export function notHere(): TripKitError {
  return new TripKitError(
    'config',
    'This kit is not on this laptop yet. Wait until it is ready, then open it.',
  );
}

/**
 * For example `KLM511 EHAM-KJFK 2026-11-21.pdf`: what a person looks for in a folder, safe on every file system. The name
 * of a copy of a damaged document always says that it is damaged.
 */
export function suggestedName(
  { trip, tripkit_id, id }: Pick<LiveKit, 'trip' | 'tripkit_id' | 'id'>,
  damaged = false,
): string {
  const words = trip
    ? [trip.flight, `${trip.origin}-${trip.destination}`, trip.departure?.slice(0, 10)]
        .filter(Boolean)
        .join(' ')
    : (tripkit_id ?? id);
  const safe = words
    .replace(/[^A-Za-z0-9._ -]/g, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 100)
    .trimEnd();
  return `${damaged ? 'DAMAGED ' : ''}${safe || id}.pdf`;
}
