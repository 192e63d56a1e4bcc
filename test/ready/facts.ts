/** Facts for the tests of "Ready to fly": a laptop on which nothing is wrong, and kits for its flights. */
import type { IdentityState, Kit, Shelf } from '../../preload/contract.ts';
import type { AskedCheck, ReadyFacts } from '../../renderer/ready/ready-flights.ts';
import { aKit, verifiedAt } from '../kits.ts';

export const HOUR = 3_600_000;
export const NOW = Date.parse('2026-11-21T08:00:00Z');
export const SHA256 = 'a'.repeat(64);
export const iso = (ms: number) => new Date(ms).toISOString();

let made = 0;
/** A UUID that no other call has given. */
export function newId(): string {
  made += 1;
  return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
}

/** A kit of a flight that departs so many hours from now: here, sound, and read. */
export function kitIn(hours: number, more: Partial<Kit> = {}): Kit {
  const id = newId();
  return aKit({
    id,
    trip: {
      origin: 'EHAM',
      destination: 'KJFK',
      flight: `T${id.slice(-4)}`,
      departure: iso(NOW + hours * HOUR),
    },
    state: 'ready',
    created_at: iso(NOW - HOUR),
    tripkit_id: `TK-${id}`,
    document: { bytes: 1, pages: 1, sha256: SHA256 },
    soundness: verifiedAt(iso(NOW)),
    ...more,
  });
}

/** A kit in a state in which it has no document. */
export function kitWithout(hours: number, state: Kit['state'], more: Partial<Kit> = {}): Kit {
  return kitIn(hours, { state, document: null, soundness: null, dates: [], ...more });
}

/** A planned kit. @param due when it is requested, hours from now */
export function plannedFor(hours: number, due: number, more: Partial<Kit> = {}): Kit {
  const id = newId();
  const trip = {
    origin: 'EHAM',
    destination: 'KLAX',
    flight: `O${id.slice(-4)}`,
    departure: iso(NOW + hours * HOUR),
  };
  return kitWithout(hours, 'planned', { id, trip, tripkit_id: null, due_at: iso(NOW + due * HOUR), ...more });
}

export function usableUntil(at: number, level: 'none' | 'soon' | 'expired' = 'none'): IdentityState {
  return {
    state: 'usable',
    stored: true,
    identity: { valid_to: iso(at), expiry: { level, days: 1, message: null } },
  } as unknown as IdentityState;
}

/** The shelf of the profile, last heard of at that time. */
export function aShelf(heard_at: string | null): Shelf {
  const silent = { receipts: 'none' as const, receipt: { written_at: null, trouble: null } };
  const facts = {
    profile_id: 'demo',
    name: 'Demo Air',
    where: 'files.example',
    takes_login: true,
    is_desk: false,
  };
  return {
    ...facts,
    wants: 'all',
    heard_at,
    heard_within_hours: 24,
    valid_until: null,
    trouble: null,
    ...silent,
  };
}

/** That the document of this kit was asked for and found sound now. */
export function soundNow(kit: Kit): [string, AskedCheck] {
  const answer = { ok: true, at: NOW, what: '' };
  return [kit.id, { sha256: kit.document?.sha256 ?? '', asked_at: NOW - 1_000, answer }];
}

/** A laptop with these kits on which nothing else is wrong. */
export function factsOf(kits: readonly Kit[], more: Partial<ReadyFacts> = {}): ReadyFacts {
  return {
    kits,
    complete: true,
    notices: { status: 'ready', items: [] },
    hours: 36,
    cockpit: false,
    held: [],
    shelves: [],
    identities: new Map([['demo', usableUntil(NOW + 1000 * HOUR)]]),
    machine: { free_bytes: 50e9, battery: { level: 0.8, charging: false } },
    checks: new Map(kits.filter(({ document }) => document).map(soundNow)),
    ...more,
  };
}
