import { TripKitError } from '../common/errors.ts';
import type { KitDocument } from '../store/kit-record.ts';
import type { LiveKit } from './kit-engine.ts';
import type { FlagsOf } from './kit-view.ts';

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
