/** One entry of the event log: the entry to write, and its row. */
import { z } from 'zod';
import type { ServiceMessage } from '../common/failure.ts';
import { parsedJson } from '../common/json-text.ts';
import type { Trip } from '../common/trip.ts';
import { kitStates } from '../kits/rules/kit-facts.ts';
import { type RecordKind, recordKinds } from '../record/rules/record-kinds.ts';
import type { KitDocument, KitRecord, KitState } from './kit-record.ts';
import { tripSchema } from './row-schema.ts';

/** What kind of event an entry is about. */
export type EventKind = RecordKind;

/** Why a kit is removed, and by whom. */
export interface Removal {
  reason: 'person' | 'retention' | 'delivered';
  /** A sentence. */
  what: string;
  /** The user name of the operating system's account; null: the app removes it. */
  who: string | null;
}

/** Content of an entry. Contains no secret, and nothing that people wrote on pages. */
export interface EventBody {
  /** A sentence: what happened and why. */
  what: string;
  kit?: EventKit;
  state?: KitState;
  /** The request that was sent to the service. */
  trip?: Trip;
  /** The document that became ready, or that existed at the removal. */
  document?: KitDocument;
  /** The document that was opened, acknowledged for, saved or found altered. */
  document_sha256?: string;
  message?: ServiceMessage;
  reason?: Removal['reason'];
  marks?: { added: number; changed: number; removed: number };
  /** Of `expired`: the last entry that was deleted. */
  until?: { seq: number; hash: string; count: number };
}

/** An entry to write. */
export interface EventDraft {
  /** When it happened, ms since 1970 UTC. */
  at: number;
  kind: EventKind;
  kit_id: string | null;
  /** The user name of the operating system's account; null: the app or the service acted, or the person is not known. */
  who: string | null;
  body: EventBody;
}

/** A row as it is in the file. */
export const eventRow = z.object({
  seq: z.number(),
  at: z.number(),
  written_at: z.number(),
  kind: z.string(),
  kit_id: z.string().nullable(),
  who: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  prev: z.string(),
  hash: z.string(),
});
export type EventRow = z.infer<typeof eventRow>;

/** An entry read from the log. */
export interface EventEntry extends EventDraft {
  seq: number;
  written_at: number;
  subject: string;
  prev: string;
  hash: string;
  /** The text whose SHA-256 is `hash`. */
  canonical: string;
}

const text = z.string().exactOptional();
const kitShape = z.object({
  profile_id: text,
  /** The profile's name; absent if it is not known. */
  profile: text,
  ...{ tripkit_id: text, flight: text, origin: text, destination: text },
  /** ISO 8601. */
  departure: text,
});
/** Facts about an entry's kit, so that the entry can be read after the kit is removed. */
type EventKit = z.infer<typeof kitShape>;

const bodyShape = z.looseObject({
  what: z.string(),
  kit: kitShape.optional(),
  state: z.enum(kitStates).optional(),
  trip: tripSchema.optional(),
  document: z.object({ bytes: z.number(), sha256: z.string(), pages: z.number() }).optional(),
  document_sha256: text,
  message: z.looseObject({ code: z.string(), type: z.string(), message: z.string() }).optional(),
  reason: text,
});

/** The entry of a row. If its text can't be read, it still has its place, time and kit. */
export function readEventEntry(row: EventRow): EventEntry {
  const kind = recordKinds.find((known) => known === row.kind) ?? 'damage';
  return { ...row, kind, body: readBody(row.body), canonical: canonicalOf(row) };
}

/**
 * The canonical form of an entry: a JSON array without white space of `[prev, seq, at, written_at, kind, kit_id, who,
 * subject, body]`, in UTF-8. `body` is JSON text within it.
 */
export function canonicalOf(row: Omit<EventRow, 'hash'>): string {
  const { prev, seq, at, written_at, kind, kit_id, who, subject, body } = row;
  return JSON.stringify([prev, seq, at, written_at, kind, kit_id, who, subject, body]);
}

function readBody(text: string): EventBody {
  const body = bodyShape.safeParse(parsedJson(text));
  // The hash shows whether this app wrote it like this.
  if (body.success) return body.data as EventBody;
  return { what: 'What this entry said can’t be read.' };
}

/** The flight or kit of an entry in one line, for the search: `KLM511 EHAM-KJFK 2026-11-22 KLM511-E1F2`. */
export function subjectOf({ flight, origin, destination, departure, tripkit_id }: EventKit): string {
  const route = origin && destination ? `${origin}-${destination}` : undefined;
  const words = [flight, route, departure?.slice(0, 10), tripkit_id];
  return words.filter(Boolean).join(' ').toWellFormed().replaceAll('\0', '');
}

/** A kit's facts for its entries, so that they can be read after the kit is removed. @param profile the profile's name; null: not known */
export function eventKitOf(
  { profile_id, tripkit_id, trip }: Pick<KitRecord, 'profile_id' | 'tripkit_id' | 'trip'>,
  profile: string | null,
): EventKit {
  const { flight, origin, destination, departure } = trip ?? {};
  return {
    profile_id,
    ...(profile === null ? {} : { profile }),
    ...(tripkit_id === null ? {} : { tripkit_id }),
    ...(flight === undefined ? {} : { flight }),
    ...(origin === undefined ? {} : { origin }),
    ...(destination === undefined ? {} : { destination }),
    ...(departure === undefined ? {} : { departure }),
  };
}
