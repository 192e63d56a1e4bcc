/**
 * The life of a trip kit as a pure function: which event leads from which state to which (ARCHITECTURE.md, "The
 * lifecycle"). Imports nothing but types; knows no clock, no network and no disk.
 */
import type { Failure, ServiceMessage } from '../common/failure.ts';
import type { KitDocument, KitRecord, KitState } from '../library/kit-record.ts';

/** What can happen to a kit. */
export type LifecycleEvent =
  /** The request is about to leave: from here on nobody can be sure that it did not arrive. */
  | { type: 'sending' }
  /** The request certainly did not arrive, or was not taken on; it may be sent again unasked. */
  | { type: 'not_sent'; why: string }
  /** The service took the request on. */
  | { type: 'accepted'; tripkit_id: string; messages: ServiceMessage[] }
  /** The request may have arrived, but its answer did not. */
  | { type: 'answer_lost'; failure: Failure }
  /** The process ended while the kit was on its way; noticed at the next start. */
  | { type: 'interrupted' }
  /** The PDF is there. */
  | { type: 'generated'; messages: ServiceMessage[] }
  /** The service says of a kit that was there that it is being generated (again). */
  | { type: 'generating_again' }
  /** The document is whole, verified and in its place. */
  | { type: 'verified'; document: KitDocument }
  /** The verified document is gone from this machine, or was changed there. */
  | { type: 'document_lost'; why: string }
  | { type: 'failed'; failure: Failure }
  /** A person: no longer wanted. */
  | { type: 'cancel' }
  /** A person: go on with what is known. */
  | { type: 'retry' }
  /** A person, of an unconfirmed kit: send again, knowing that the service may have it. */
  | { type: 'request_again' };

/** The kit after an event and the sentence for its history, or why the event means nothing in its state. */
export type Decision = { ok: true; kit: KitRecord; what: string } | { ok: false; why: string };

/**
 * Decides what an event makes of a kit.
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

/** Whether the engine has something to do for a kit in this state. */
export function isUnfinished(state: KitState): boolean {
  return unfinished.includes(state);
}

/** The states in which an event means something; in all others it is refused. */
const takenIn: Record<LifecycleEvent['type'], readonly KitState[]> = {
  sending: ['requesting'],
  not_sent: ['requesting'],
  accepted: ['requesting'],
  answer_lost: ['requesting'],
  interrupted: ['requesting'],
  generated: ['generating'],
  generating_again: ['downloading'],
  verified: ['downloading'],
  document_lost: ['ready'],
  failed: unfinished,
  cancel: [...unfinished, 'unconfirmed'],
  retry: ['failed', 'cancelled'],
  request_again: ['unconfirmed'],
};

/** The state that follows, the sentence for the history, and what else changes. */
type Step = [state: KitState, what: string, change?: Partial<KitRecord>];

const interrupted: Failure = {
  kind: 'network',
  message:
    'The app or the wait ended while the request was on its way, so the service may or may not have it. Ask the service or your scheduler, or request the kit again.',
};
const mayHaveArrived: Step = ['unconfirmed', interrupted.message, { failure: interrupted }];

/** Where an event leads from a state that takes it; null where the kit's facts stand against it. */
function stepOf(kit: KitRecord, event: LifecycleEvent, at: number): Step | null {
  const { requested_at, tripkit_id, trip } = kit;
  switch (event.type) {
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
    case 'document_lost':
      if (tripkit_id === null) return null;
      return ['downloading', `${event.why} It is downloaded again.`, { document: null }];
    case 'failed': {
      const { failure } = event;
      // An answer came, so nothing is under way any more.
      const answered = kit.state === 'requesting' ? { requested_at: null } : {};
      const messages = failure.messages ?? kit.messages;
      return ['failed', failure.message, { failure, messages, ...answered }];
    }
    case 'cancel':
      return ['cancelled', 'Cancelled.'];
    case 'retry':
      if (tripkit_id !== null) return ['generating', 'Taken up again.'];
      // Brought back from its document alone: nothing is known that could be asked for.
      if (trip === null) return null;
      return requested_at === null ? ['requesting', 'The request is made again.'] : mayHaveArrived;
    case 'request_again': {
      const what = 'The request is made again, although the service may have it already.';
      return ['requesting', what, { requested_at: null }];
    }
  }
}
