/** What can be done with the kits that are selected, and what a removal would take away. Pure. */
import type { Kit, KitState } from '../../preload/contract.ts';

/** How many kits open at once: more tabs than that help nobody. */
export const MAX_OPEN = 6;

const can = {
  cancel: ['requesting', 'generating', 'downloading', 'unconfirmed'],
  retry: ['failed', 'cancelled'],
} as const satisfies Record<string, readonly KitState[]>;

interface BulkChoices {
  /** Ready kits with nothing left to be read before they open. */
  open: string[];
  /** Ready kits whose messages are to be read first. */
  toRead: number;
  cancel: string[];
  retry: string[];
  pin: string[];
  unpin: string[];
  remove: string[];
  /** Bytes of the documents on this laptop. */
  bytes: number;
}

/** What can be done with these kits. */
export function bulkChoices(kits: readonly Kit[]): BulkChoices {
  const ids = (wanted: (kit: Kit) => boolean) => kits.filter(wanted).map(({ id }) => id);
  const within = (states: readonly KitState[]) => ids(({ state }) => states.includes(state));
  return {
    open: ids(({ state, acknowledged }) => state === 'ready' && acknowledged),
    toRead: kits.filter(({ state, acknowledged }) => state === 'ready' && !acknowledged).length,
    cancel: within(can.cancel),
    retry: within(can.retry),
    pin: ids(({ pinned }) => !pinned),
    unpin: ids(({ pinned }) => pinned),
    remove: kits.map(({ id }) => id),
    bytes: kits.reduce((sum, { document }) => sum + (document?.bytes ?? 0), 0),
  };
}

/** What a removal takes away. */
interface Loss {
  documents: number;
  bytes: number;
  entries: number;
  unfinished: number;
  pinned: number;
  upcoming: number;
}

/** @param now ms since 1970 UTC */
export function lossOf(kits: readonly Kit[], now: number): Loss {
  const count = (wanted: (kit: Kit) => boolean) => kits.filter(wanted).length;
  return {
    documents: count(({ document }) => document !== null),
    bytes: kits.reduce((sum, { document }) => sum + (document?.bytes ?? 0), 0),
    entries: kits.length,
    unfinished: count(({ state }) => ['requesting', 'generating', 'downloading'].includes(state)),
    pinned: count(({ pinned }) => pinned),
    upcoming: count(({ document, trip }) => document !== null && Date.parse(trip?.departure ?? '') > now),
  };
}
