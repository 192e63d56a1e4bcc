/** The way in of every kit whose row is lost or comes from another laptop. */
import type { Failure } from '../common/failure.ts';
import type { Parcel } from '../documents/parcel-writer.ts';
import { isDue } from '../kits/rules/kit-facts.ts';
import type { KitRecord } from '../store/kit-record.ts';
import { writeKitRow } from '../store/kit-store.ts';
import type { UserDatabase } from '../store/user-database.ts';

/**
 * Adds or replaces a kit with its facts and the dates of its document, in one transaction. It never causes a request: a kit
 * that was being requested, or planned and due, comes back unconfirmed, and a person decides.
 *
 * @param now ms since 1970 UTC
 * @param what its line of history: how it came
 * @throws TripKitError of kind `disk`
 */
export function addKit(
  { connection, events, dates }: Pick<UserDatabase, 'connection' | 'events' | 'dates'>,
  { kit, document, dates: found }: Pick<Parcel, 'kit' | 'document' | 'dates'>,
  now: number,
  what: string,
): void {
  const back = kit.state === 'requesting' || isDue(kit, now) ? unconfirmed(kit, now, what) : kit;
  const { id: kit_id, state } = back;
  connection.write(() => {
    writeKitRow(connection, back);
    if (document && found.length > 0)
      dates.set(
        kit_id,
        found.map((date) => ({ ...date, document_sha256: document.sha256 })),
      );
    const ready = state === 'ready' && back.document ? { document: back.document } : {};
    events.append({ at: now, kind: 'state', kit_id, who: null, body: { what, state, ...ready } });
  });
}

/** The request may have been sent since the facts were written down, and none is sent twice unless a person asks for it. */
function unconfirmed(kit: KitRecord, now: number, what: string): KitRecord {
  const message = `${what} It is not certain whether its request was sent: check with your scheduler before you request it again.`;
  const failure: Failure = { kind: 'network', message };
  const requested_at = kit.requested_at ?? now;
  return { ...kit, state: 'unconfirmed', state_since: now, failure, requested_at };
}
