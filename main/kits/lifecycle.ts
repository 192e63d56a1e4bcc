/**
 * The life of a trip kit as a pure function: which event leads from which state to which. Imports only types; uses no
 * clock, network or disk. Every event is decided in every state: what `takenIn` does not list is refused.
 */
import type { Failure, ServiceMessage } from '../common/failure.ts';
import type { Trip } from '../common/trip.ts';
import type { KitDocument, KitRecord, KitState } from '../store/kit-record.ts';

/** What can happen to a kit. */
export type LifecycleEvent =
  /** The time of a planned kit has come. */
  | { type: 'due' }
  /** The flight of a planned kit left before the kit could be requested. */
  | { type: 'missed' }
  /** The request is about to be sent: from here on it may have arrived. */
  | { type: 'sending' }
  /** The request certainly did not arrive, or was not accepted; it may be sent again automatically. */
  | { type: 'not_sent'; why: string }
  /** The service accepted the request. */
  | { type: 'accepted'; tripkit_id: string; messages: ServiceMessage[] }
  /** The request may have arrived, but its answer did not. */
  | { type: 'answer_lost'; failure: Failure }
  /** The process ended while the request was in flight; noticed at the next start. */
  | { type: 'interrupted' }
  /** The PDF is available. */
  | { type: 'generated'; messages: ServiceMessage[] }
  /** The service says that it is generating a kit (again) that was available before. */
  | { type: 'generating_again' }
  /** The document is complete, verified and in its place. */
  | { type: 'verified'; document: KitDocument }
  | DocumentEvent
  | { type: 'failed'; failure: Failure }
  /** A person no longer wants the kit. */
  | { type: 'cancel' }
  /** A person wants to continue with what is known. */
  | { type: 'retry' }
  /** A person requests an unconfirmed kit again, knowing that the service may have it. */
  | { type: 'request_again' }
  /** The desk that put the kit on its shelf withdraws it. `at`: ms since 1970 UTC. */
  | { type: 'recalled'; at: number; why: string }
  /** The desk has put the kit on its shelf anew, with a document of this hash. */
  | { type: 'put_again'; at: number; sha256: string }
  /** The desk changes the messages of the kit on its shelf. */
  | { type: 'told'; messages: ServiceMessage[] }
  /** A person enters the departure of a kit whose request did not say it; of a tracked kit, its trip. `when`: it in words. */
  | { type: 'departure_entered'; trip: Trip; when: string };

/** What can happen to the document of a kit on this laptop; reported by main/soundness/document-checker.ts. */
export type DocumentEvent =
  /**
   * It differs from what was verified, but can still be read. `fetch`: whether it may be downloaded again automatically;
   * false if the record of the kit can't be trusted.
   */
  | { type: 'document_damaged'; why: string; fetch: boolean }
  /** It is missing, or can't be opened any more. */
  | { type: 'document_gone'; why: string }
  /** A damaged document is again what was verified: somebody has restored it. */
  | { type: 'document_sound' }
  /** A kit without a document has one after all; whether it is sound is not known yet. */
  | { type: 'document_found'; document: KitDocument };

/** A document that is missing, or not as it was verified, when the app looks at it. */
export const GONE = { type: 'document_gone', why: 'The document was not on this laptop any more.' } as const;
export const DAMAGED = {
  type: 'document_damaged',
  why: 'The document was changed or damaged on this laptop.',
  fetch: true,
} as const;

/** The kit after an event and the sentence for its history, or why the event is refused in its state. */
type Decision = { ok: true; kit: KitRecord; what: string } | { ok: false; why: string };

/**
 * Decides what an event does to a kit.
 *
 * @param at when it happened, ms since 1970 UTC
 */
export function decide(kit: KitRecord, event: LifecycleEvent, at: number): Decision {
  const step = takenIn[event.type].includes(kit.state) ? stepOf(kit, event, at) : null;
  if (step === null) return { ok: false, why: `A kit that is ${kit.state} can't take “${event.type}”.` };
  const [state, what, change] = step;
  const state_since = state === kit.state ? kit.state_since : at;
  return { ok: true, what, kit: { ...kit, failure: null, ...change, state, state_since } };
}

const unfinished: readonly KitState[] = ['requesting', 'generating', 'downloading'];

/** Whether the engine has work to do for a kit in this state. */
export function isUnfinished(state: KitState): boolean {
  return unfinished.includes(state);
}

/** Whether a kit in this state can continue, automatically or when a person asks. */
export function canGoOn(state: KitState): boolean {
  return isUnfinished(state) || state === 'planned' || state === 'unconfirmed';
}

/** The states that accept an event; all others refuse it. */
const takenIn: Record<LifecycleEvent['type'], readonly KitState[]> = {
  due: ['planned'],
  missed: ['planned'],
  sending: ['requesting'],
  not_sent: ['requesting'],
  accepted: ['requesting'],
  answer_lost: ['requesting'],
  interrupted: ['requesting'],
  generated: ['generating'],
  generating_again: ['downloading'],
  verified: ['downloading'],
  document_damaged: ['ready'],
  document_gone: [...unfinished, 'ready', 'unconfirmed', 'failed', 'cancelled'],
  document_sound: [...unfinished, 'failed', 'cancelled'],
  document_found: [...unfinished, 'unconfirmed', 'failed', 'cancelled'],
  failed: unfinished,
  cancel: ['planned', ...unfinished, 'unconfirmed'],
  retry: ['failed', 'cancelled', 'ready'],
  request_again: ['unconfirmed'],
  recalled: ['generating', 'downloading', 'ready', 'failed', 'cancelled'],
  put_again: ['ready'],
  told: ['ready'],
  // Not while a request is on its way: it says what the kit is for.
  departure_entered: ['generating', 'downloading', 'ready', 'unconfirmed', 'failed', 'cancelled'],
};

/** The next state, the sentence for the history, and what else changes. */
type Step = [state: KitState, what: string, change?: Partial<KitRecord>];

const interrupted: Failure = {
  kind: 'network',
  message:
    'The app or the wait ended while the request was on its way. The service may already be generating this kit: check with your scheduler before you request it again.',
};
const missed: Failure = {
  kind: 'deadline',
  message: 'The flight left before its kit could be requested. If it is late, request the kit now.',
};
const mayHaveArrived: Step = ['unconfirmed', interrupted.message, { failure: interrupted }];

/** The step of an event in a state that accepts it; null if the kit's facts rule it out. */
function stepOf(kit: KitRecord, event: LifecycleEvent, at: number): Step | null {
  const { requested_at, tripkit_id, trip, due_at } = kit;
  switch (event.type) {
    case 'due':
      return ['requesting', 'The planned kit is due: it is requested.', { created_at: at }];
    case 'missed':
      return ['failed', missed.message, { failure: missed }];
    case 'sending':
      return requested_at === null
        ? ['requesting', 'The request is being sent.', { requested_at: at }]
        : null;
    case 'not_sent':
      return ['requesting', `The request was not taken on: ${event.why}`, { requested_at: null }];
    case 'accepted': {
      const { messages, tripkit_id } = event;
      return ['generating', `The service accepted the request as ${tripkit_id}.`, { tripkit_id, messages }];
    }
    case 'answer_lost':
      return ['unconfirmed', event.failure.message, { failure: event.failure }];
    case 'interrupted':
      return requested_at === null ? null : mayHaveArrived;
    case 'generated': {
      const { messages } = event;
      return ['downloading', 'The kit is generated; its PDF is being downloaded.', { messages }];
    }
    case 'generating_again':
      return ['generating', 'The service is generating the kit again.'];
    case 'verified':
      return ['ready', 'The PDF is on this laptop, whole and verified.', { document: event.document }];
    case 'document_damaged':
    case 'document_gone':
    case 'document_sound':
    case 'document_found':
      return documentStep(kit, event);
    case 'failed': {
      const { failure } = event;
      // An answer came, so no request is in flight.
      const answered = kit.state === 'requesting' ? { requested_at: null } : {};
      const messages = failure.messages ?? kit.messages;
      return ['failed', failure.message, { failure, messages, ...answered }];
    }
    case 'cancel':
      return ['cancelled', kit.state === 'planned' ? 'Cancelled before it was requested.' : 'Cancelled.'];
    case 'retry':
      if (kit.state === 'ready')
        return tripkit_id === null ? null : ['downloading', 'The document is downloaded again.'];
      if (tripkit_id !== null) return ['generating', 'Taken up again.'];
      // There is nothing to request.
      if (trip === null) return null;
      if (kit.state === 'cancelled' && requested_at === null && due_at !== null && due_at > at)
        return ['planned', 'Planned again.'];
      return requested_at === null ? ['requesting', 'The request is made again.'] : mayHaveArrived;
    case 'request_again': {
      const what = 'The request is made again, although the service may have it already.';
      return ['requesting', what, { requested_at: null }];
    }
    case 'recalled': {
      const { at: recalled_at, why } = event;
      if (!kit.shelf || kit.shelf.recalled !== null) return null;
      const shelf = { ...kit.shelf, recalled: { at: recalled_at, why } };
      return [kit.state, `Withdrawn by ${shelf.name}: ${why}`, { failure: kit.failure, shelf }];
    }
    case 'put_again': {
      if (!kit.shelf) return null;
      const shelf = { ...kit.shelf, put_at: event.at };
      if (kit.document?.sha256 === event.sha256)
        return ['ready', `${shelf.name} put it on its shelf anew.`, { shelf }];
      const what = `${shelf.name} put another document of this kit on its shelf; it is being downloaded.`;
      return ['downloading', what, { shelf: { ...shelf, recalled: null } }];
    }
    case 'told': {
      const { messages } = event;
      if (!kit.shelf) return null;
      const text = messages.at(-1)?.message ?? 'no messages any more';
      return [
        kit.state,
        `${kit.shelf.name} changed the messages: ${text}`,
        { failure: kit.failure, messages },
      ];
    }
    case 'departure_entered': {
      const { departure } = event.trip;
      if (departure === undefined || (trip?.departure !== undefined && !kit.entered)) return null;
      const entered = kit.entered ?? (trip === null ? 'trip' : 'departure');
      const known = trip === null || entered === 'trip' ? event.trip : { ...trip, departure };
      const what = `Departure entered: ${known.origin} to ${known.destination}, ${event.when}.`;
      return [kit.state, what, { failure: kit.failure, trip: known, entered }];
    }
  }
}

/** A damaged document stays with its kit, readable, until a verified one replaces it. */
function documentStep(kit: KitRecord, event: DocumentEvent): Step | null {
  const { state, failure } = kit;
  if ((kit.document === null) !== (event.type === 'document_found')) return null;
  switch (event.type) {
    case 'document_damaged':
      return withoutSound(kit, event.why, event.fetch, kit.document);
    case 'document_gone':
      if (state === 'ready') return withoutSound(kit, event.why, true, null);
      return [state, event.why, { failure, document: null }];
    case 'document_sound':
      return ['ready', 'The document on this laptop is again the one that was verified.'];
    case 'document_found': {
      const what =
        'The document of this kit is on this laptop. It stays readable until a verified one is here.';
      return [state, what, { failure, document: event.document }];
    }
  }
}

/** A ready kit no longer has a sound document: it is downloaded again, or a person must request another kit. */
function withoutSound(
  { tripkit_id }: KitRecord,
  why: string,
  fetch: boolean,
  document: KitDocument | null,
): Step {
  if (tripkit_id !== null && fetch) return ['downloading', `${why} It is downloaded again.`, { document }];
  const known = 'What is stored of this kit can’t be relied on.';
  const unknown = 'It can’t be downloaded again, because the service’s id of this kit is not known.';
  const message = `${why} ${tripkit_id === null ? unknown : known} Request a new kit for the flight.`;
  return ['failed', message, { document, failure: { kind: 'document', message } }];
}
