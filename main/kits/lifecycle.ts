/**
 * The life of a trip kit as a pure function: which event leads from which state to which (design.md, "A kit's way";
 * the table is in ARCHITECTURE.md). Imports nothing but types; knows no clock, no network and no disk.
 */
import type { Failure, ServiceMessage } from '../common/failure.ts';
import type { KitDocument, KitRecord, KitState } from '../library/kit-record.ts';

/** What can happen to a kit. */
export type LifecycleEvent =
  /** The request is about to leave: from here on nobody can be sure that it did not arrive. */
  | { type: 'sending' }
  /** The request certainly did not arrive, or was not taken on; it may be sent again by itself. */
  | { type: 'not_sent'; why: string }
  /** The service took the request on. */
  | { type: 'accepted'; tripkit_id: string; messages: ServiceMessage[] }
  /** The request may have arrived, but its answer did not. */
  | { type: 'answer_lost'; failure: Failure }
  /** The process ended while the kit was on its way; told at the next start. */
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
  const to = (state: KitState, what: string, change: Partial<KitRecord> = {}): Decision => ({
    ok: true,
    what,
    kit: { ...kit, failure: null, ...change, state, state_since: state === kit.state ? kit.state_since : at },
  });
  const refuse = (): Decision => ({
    ok: false,
    why: `A kit that is ${kit.state} can't take “${event.type}”.`,
  });
  const inState = (...states: KitState[]) => states.includes(kit.state);

  switch (event.type) {
    case 'sending':
      return kit.state === 'requesting' && kit.requested_at === null
        ? to('requesting', 'The request is being sent.', { requested_at: at })
        : refuse();
    case 'not_sent':
      return inState('requesting')
        ? to('requesting', `The request was not taken on: ${event.why}`, { requested_at: null })
        : refuse();
    case 'accepted':
      return inState('requesting')
        ? to('generating', `The service accepted the request as ${event.tripkit_id}.`, {
            tripkit_id: event.tripkit_id,
            messages: event.messages,
          })
        : refuse();
    case 'answer_lost':
      return inState('requesting')
        ? to('unconfirmed', event.failure.message, { failure: event.failure })
        : refuse();
    case 'interrupted':
      return kit.state === 'requesting' && kit.requested_at !== null
        ? to('unconfirmed', interrupted.message, { failure: interrupted })
        : refuse();
    case 'generated':
      return inState('generating')
        ? to('downloading', 'The kit is generated; its PDF is being downloaded.', {
            messages: event.messages,
          })
        : refuse();
    case 'generating_again':
      return inState('downloading') ? to('generating', 'The service is generating the kit again.') : refuse();
    case 'verified':
      return inState('downloading')
        ? to('ready', 'The PDF is on this laptop, whole and verified.', { document: event.document })
        : refuse();
    case 'document_lost':
      if (!inState('ready')) return refuse();
      return kit.tripkit_id === null
        ? refuse()
        : to('downloading', `${event.why} It is downloaded again.`, { document: null });
    case 'failed':
      return inState('requesting', 'generating', 'downloading')
        ? to('failed', event.failure.message, {
            failure: event.failure,
            messages: event.failure.messages ?? kit.messages,
            // An answer came, so nothing is under way any more.
            ...(kit.state === 'requesting' ? { requested_at: null } : {}),
          })
        : refuse();
    case 'cancel':
      return inState('requesting', 'generating', 'downloading', 'unconfirmed')
        ? to('cancelled', 'Cancelled.')
        : refuse();
    case 'retry':
      if (!inState('failed', 'cancelled')) return refuse();
      if (kit.tripkit_id !== null) return to('generating', 'Taken up again.');
      // Brought back from its document alone: nothing is known that could be asked for.
      if (kit.trip === null) return refuse();
      return kit.requested_at === null
        ? to('requesting', 'The request is made again.')
        : to('unconfirmed', interrupted.message, { failure: interrupted });
    case 'request_again':
      return inState('unconfirmed')
        ? to('requesting', 'The request is made again, although the service may have it already.', {
            requested_at: null,
          })
        : refuse();
  }
}

const interrupted: Failure = {
  kind: 'network',
  message:
    'The app or the wait ended while the request was on its way, so the service may or may not have it. Ask the service or your scheduler, or request the kit again.',
};

/** Whether the engine has something to do for a kit in this state. */
export function isUnfinished(state: KitState): boolean {
  return state === 'requesting' || state === 'generating' || state === 'downloading';
}
