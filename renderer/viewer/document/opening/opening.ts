/**
 * The opening of a kit's document as a pure function from state and event to the new state and the effects. Imports only
 * types; knows no clock, no engine and no window.
 *
 * | Event | leads to |
 * |---|---|
 * | asked | the document that the list knows is opened; what was prepared is shown at once |
 * | place, place_late | pages may be shown, at the last place unless the person has gone somewhere else |
 * | prepared | its sizes, outline and thumbnails are shown if they belong to the document that is being opened |
 * | named | that document is opened, if another one (or none) was being opened |
 * | opened, broken | open, or failed as soon as the main process has named it |
 * | changed | its file was replaced: the view must be opened again |
 * | refused | failed |
 * | went, moved, seen | a new place; before there are pages, a place to go to |
 * | left | the document is closed; later events have no effect |
 */
import type { PreparedDocument, ReadingPlace } from '../../../../preload/contract.ts';
import type { PdfDocument } from '../engine/pdf-engine.ts';
import type { Place } from '../geometry/in-view.ts';

/** Moves within a page shorter than this share of its height count as the same place. */
export const SAME_PLACE = 0.02;

/** Which document of a kit is read. */
export interface Source {
  bytes: number;
  /** When it was verified. */
  pages: number;
  /** Of the verified document; null if this one is damaged: nothing known about the verified one applies to it. */
  sha256: string | null;
}

/** What a view needs for its first frame. */
export interface FirstSight {
  /** Null if it can't be read. */
  prepared: PreparedDocument | null;
  /** Null at the first opening, and if it can't be read. */
  place: ReadingPlace | null;
}

export interface Opening {
  readonly status: 'opening' | 'open' | 'failed' | 'left';
  /** A sentence where `status` is `failed`. */
  readonly failure: string | null;
  /** First as the list knows it, then as the main process names it. */
  readonly source: Source | null;
  /** The main process has named `source`. */
  readonly named: boolean;
  /** Why the engine can't open `source`, until it is named: a refusal by the main process is the better reason. */
  readonly broken: string | null;
  /** The file was replaced: the view has to be opened again. */
  readonly changed: boolean;
  /** Shown once `status` is `open`. */
  readonly document: PdfDocument | null;
  readonly prepared: PreparedDocument | null;
  /** The last place: pages wait for it, no longer wait for it, or it is known. */
  readonly last: 'awaited' | 'late' | 'known';
  /** The last place, unless the person has gone somewhere else before it was known. */
  readonly place: ReadingPlace | null;
  /** 0 until pages may be shown. */
  readonly pageCount: number;
  /** The place at the window's top left. */
  readonly here: Place;
  /** Where to go as soon as there are pages. */
  readonly wanted: Place | null;
  /** The person has gone somewhere: the last place comes too late. */
  readonly gone: boolean;
}

export type OpeningEvent =
  /** `sight`: everything for the first frame, of exactly this source. */
  | { type: 'asked'; source: Source | null; sight: FirstSight | null }
  | { type: 'place'; place: ReadingPlace | null }
  | { type: 'place_late' }
  | { type: 'prepared'; prepared: PreparedDocument }
  | { type: 'named'; source: Source }
  | { type: 'refused'; failure: string }
  | { type: 'opened'; source: Source; document: PdfDocument }
  | { type: 'broken'; source: Source; failure: string }
  /** The file was replaced while it was read: no more of it can be read. */
  | { type: 'changed' }
  /** The person goes somewhere; null if there is no page in that direction. */
  | { type: 'went'; to: Place | null }
  /** The view moves for another reason. */
  | { type: 'moved'; to: Place }
  | { type: 'seen'; here: Place }
  | { type: 'left' };

export type OpeningEffect =
  | { type: 'open'; source: Source }
  | { type: 'close'; document: PdfDocument }
  /** The last place is known, so places may be stored from now on. */
  | { type: 'keep_places' }
  /** Restores zoom, arrangement and rotation of the last time. */
  | { type: 'look_as'; place: ReadingPlace }
  | { type: 'jump'; to: Place }
  /** The document may be used; `expected`: how many pages it should have. */
  | { type: 'show'; document: PdfDocument; expected: number };

export const notAsked: Opening = {
  status: 'opening',
  failure: null,
  source: null,
  named: false,
  broken: null,
  changed: false,
  document: null,
  prepared: null,
  last: 'awaited',
  place: null,
  pageCount: 0,
  here: { page: 1, down: 0, across: 0 },
  wanted: null,
  gone: false,
};

/** The prepared data, if they may be shown. */
export function preparedOf({ prepared, source, last }: Opening): PreparedDocument | null {
  if (last === 'awaited' || source?.sha256 === null) return null;
  return source && source.sha256 !== prepared?.sha256 ? null : prepared;
}

/** The opening after an event, and the effects in their order. */
export function decide(
  before: Opening,
  event: OpeningEvent,
): { opening: Opening; effects: readonly OpeningEffect[] } {
  const opening = before.status === 'left' ? before : settled(before, learned(before, event));
  return { opening, effects: effectsOf(before, event, opening) };
}

/** The facts known after the event. */
function learned(now: Opening, event: OpeningEvent): Opening {
  switch (event.type) {
    case 'asked': {
      const { source, sight } = event;
      if (!sight) return { ...now, source };
      return placed({ ...now, source, prepared: sight.prepared }, sight.place);
    }
    case 'place':
      return placed(now, event.place);
    case 'place_late':
      return now.last === 'awaited' ? { ...now, last: 'late' } : now;
    case 'prepared':
      return { ...now, prepared: event.prepared };
    case 'named':
      if (now.named || now.status === 'failed') return now;
      if (event.source.sha256 !== now.source?.sha256)
        return { ...now, source: event.source, named: true, status: 'opening', document: null, broken: null };
      return now.broken === null ? { ...now, named: true } : failed(now, now.broken);
    case 'refused':
      return failed(now, event.failure);
    case 'opened':
      return isAwaited(now, event.source) ? { ...now, document: event.document } : now;
    case 'broken':
      if (!isAwaited(now, event.source)) return now;
      return now.named ? failed(now, event.failure) : { ...now, broken: event.failure };
    case 'changed':
      return { ...now, changed: true };
    case 'went':
      return { ...now, gone: true, wanted: event.to ?? now.wanted };
    case 'moved':
      return { ...now, wanted: event.to };
    case 'seen':
      return { ...now, here: event.here };
    case 'left':
      return { ...now, status: 'left', document: null };
  }
}

function failed(now: Opening, failure: string): Opening {
  return { ...now, status: 'failed', failure, named: true, broken: null, document: null };
}

/** Whether the engine still has to answer for this source. */
function isAwaited({ status, source, document, broken }: Opening, { sha256 }: Source): boolean {
  return status === 'opening' && source?.sha256 === sha256 && !document && broken === null;
}

/** The last place is known; it counts unless the person has read on meanwhile. */
function placed(now: Opening, place: ReadingPlace | null): Opening {
  if (now.last === 'known') return now;
  const hasRead = now.last === 'late' && (now.here.page > 1 || now.here.down > SAME_PLACE);
  if (!place || now.gone || hasRead) return { ...now, last: 'known' };
  const { page, down, across } = place;
  return { ...now, last: 'known', place, wanted: { page, down, across } };
}

/** What follows from the facts: pages as soon as they may be shown, and the place in them. */
function settled(before: Opening, now: Opening): Opening {
  if (now === before || now.status === 'left') return now;
  const status =
    now.status === 'opening' && now.document && now.last !== 'awaited' ? ('open' as const) : now.status;
  const pageCount = pagesOf(now);
  const lost = pageCount !== now.pageCount && now.here.page > pageCount ? now.here : null;
  const to = pageCount > 0 ? (now.wanted ?? lost) : null;
  if (!to) return { ...now, status, pageCount };
  const page = Math.min(pageCount, Math.max(1, Math.round(to.page)));
  return { ...now, status, pageCount, here: page === to.page ? to : { page, down: 0 }, wanted: null };
}

function pagesOf(now: Opening): number {
  if (now.last === 'awaited' || now.status === 'failed') return now.pageCount;
  return now.document?.pageCount ?? preparedOf(now)?.sizes?.length ?? now.source?.pages ?? 0;
}

function effectsOf(before: Opening, event: OpeningEvent, now: Opening): OpeningEffect[] {
  const effects: OpeningEffect[] = [];
  if (before.document && now.document !== before.document)
    effects.push({ type: 'close', document: before.document });
  if (event.type === 'opened' && now.document !== event.document)
    effects.push({ type: 'close', document: event.document });
  if (now.source && now.source !== before.source) effects.push({ type: 'open', source: now.source });
  if (now.last === 'known' && before.last !== 'known') effects.push({ type: 'keep_places' });
  if (now.place && now.place !== before.place) effects.push({ type: 'look_as', place: now.place });
  if (now.here !== before.here && event.type !== 'seen') effects.push({ type: 'jump', to: now.here });
  if (now.document && now.status === 'open' && before.status !== 'open')
    effects.push({ type: 'show', document: now.document, expected: now.source?.pages ?? 0 });
  return effects;
}
