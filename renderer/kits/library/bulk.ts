/** What can be done with the kits that are selected. Pure. */

import { byAge } from '../../../main/kits/rules/same-flight.ts';
import type { Kit, KitState } from '../../../preload/contract.ts';
import { canOpen } from '../soundness-words.ts';

/** How many kits may be opened at once. */
export const MAX_OPEN = 6;
/** How many kits can be handed over together, unless all on the laptop are (setupPlace of the contract). */
export const MAX_HANDED = 1000;

const can = {
  cancel: ['planned', 'requesting', 'generating', 'downloading', 'unconfirmed'],
  retry: ['failed', 'cancelled'],
} as const satisfies Record<string, readonly KitState[]>;

interface BulkChoices {
  /** Readable kits without unread messages. */
  open: string[];
  /** Readable kits whose messages must be read first. */
  toRead: number;
  cancel: string[];
  /** Waiting kits that may be tried now. */
  tryNow: string[];
  retry: string[];
  pin: string[];
  unpin: string[];
  remove: string[];
  /** Kits that can be handed over: the ready ones. */
  handOver: string[];
  /** Bytes of the documents on this laptop. */
  bytes: number;
}

/** What can be done with these kits. */
export function bulkChoices(kits: readonly Kit[]): BulkChoices {
  const ids = (wanted: (kit: Kit) => boolean) => kits.filter(wanted).map(({ id }) => id);
  const within = (states: readonly KitState[]) => ids(({ state }) => states.includes(state));
  return {
    open: ids((kit) => canOpen(kit) && kit.acknowledged),
    toRead: kits.filter((kit) => canOpen(kit) && !kit.acknowledged).length,
    cancel: within(can.cancel),
    tryNow: ids(({ wait }) => wait?.may_try === true),
    retry: within(can.retry),
    pin: ids(({ pinned }) => !pinned),
    unpin: ids(({ pinned }) => pinned),
    remove: kits.map(({ id }) => id),
    handOver: ids(({ state }) => state === 'ready'),
    bytes: kits.reduce((sum, { document }) => sum + (document?.bytes ?? 0), 0),
  };
}

/** Two kits to compare, by age; null unless there are exactly two and both have a document here. */
export function comparablePair(kits: readonly Kit[]): { old: Kit; new: Kit } | null {
  const [old, now, ...others] = kits.filter(({ document }) => document !== null).toSorted(byAge);
  return old && now && others.length === 0 && kits.length === 2 ? { old, new: now } : null;
}
