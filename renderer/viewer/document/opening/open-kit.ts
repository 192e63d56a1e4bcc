/** Opens a kit's document: requests everything that a view needs in parallel, and does what `opening.ts` decides. */

import type { Kit, PreparedDocument } from '../../../../preload/contract.ts';
import { isDamaged } from '../../../kits/soundness-words.ts';
import { asUiFailure, type Bridge } from '../../../shell/state/bridge.ts';
import { viewerWords } from '../../words.ts';
import { type PdfEngine, PdfError } from '../engine/pdf-engine.ts';
import type { AheadOfOpening, OpenAhead } from './open-ahead.ts';
import type { FirstSight, OpeningEffect, OpeningEvent, Source } from './opening.ts';

/** How long the pages wait for the person's last place before they begin at page 1, ms. */
const PLACE_WAIT_MS = 250;
/** How long a document is read before the engine frees what it keeps ready for another one, ms. */
const COOL_MS = 3_000;

/** What the list knows about a kit's document; null if it is damaged, because then not even its length is known. */
export function knownSource(kit: Kit | undefined): Source | null {
  return kit && !isDamaged(kit) ? kit.document : null;
}

/** What opening a kit needs. */
export interface OpeningDeps {
  bridge: Bridge;
  engine: PdfEngine;
  /** What the list knows about the kit's document, or null. If it is known, nothing waits for the main process. */
  known?: ((kitId: string) => Source | null) | undefined;
  /** What was prepared before the person opened the kit. */
  ahead?: OpenAhead | undefined;
}

/**
 * Reads everything that a view needs, and calls `send` for each event. Never rejects; resolves when everything but a late
 * reading place has loaded. The abort closes the document.
 *
 * @param send decides and shows; returns what has to be done
 */
export async function openKit(
  { bridge, engine, ...deps }: OpeningDeps,
  kitId: string,
  signal: AbortSignal,
  send: (event: OpeningEvent) => readonly OpeningEffect[],
): Promise<void> {
  const known = deps.known?.(kitId) ?? null;
  const ahead = known?.sha256 ? (deps.ahead?.take(kitId, known.sha256) ?? null) : null;
  const sight = known && firstSight(ahead, known);
  /** Steps that may still send events; more are added while they run. */
  const steps: Promise<void>[] = [];
  let cooling: ReturnType<typeof setTimeout> | undefined;

  function tell(event: OpeningEvent): void {
    for (const effect of send(event)) {
      if (effect.type === 'open') steps.push(openDocument(effect.source));
      else if (effect.type === 'close') void effect.document.close().catch(() => {});
      else if (effect.type === 'show') cooling = setTimeout(() => engine.cool?.(), COOL_MS);
    }
  }
  async function openDocument(source: Source): Promise<void> {
    const opening =
      source === known && ahead
        ? ahead.document
        : engine.open({ kitId, bytes: source.bytes, sha256: source.sha256 }, signal);
    await opening.then(
      (document) => {
        document.onChanged?.(() => signal.aborted || tell({ type: 'changed' }));
        tell({ type: 'opened', source, document });
      },
      (error) => tell({ type: 'broken', source, failure: failureText(error) }),
    );
  }
  // The calls keep their order, so a document stays open when a person leaves and returns at once.
  const leave = () => {
    void bridge.documents.closed(kitId).catch(() => {});
    clearTimeout(cooling);
    tell({ type: 'left' });
  };
  signal.addEventListener('abort', leave, { once: true });

  if (!sight) {
    const { place, prepared } = askFirstSight(bridge, kitId, ahead);
    const placed = place.then((found) => tell({ type: 'place', place: found }));
    const late = Promise.withResolvers<void>();
    setTimeout(late.resolve, PLACE_WAIT_MS);
    steps.push(Promise.race([placed, late.promise.then(() => tell({ type: 'place_late' }))]));
    for (const found of prepared)
      void found.then((known) => known && tell({ type: 'prepared', prepared: known }));
  }
  steps.push(
    bridge.documents.open(kitId).then(
      (source) => tell({ type: 'named', source }),
      (error) => tell({ type: 'refused', failure: failureText(error) }),
    ),
  );
  tell({ type: 'asked', source: known, sight });
  for (const step of steps) await step;
}

/** The place and the prepared data: requested now, or already on their way. */
function askFirstSight(bridge: Pick<Bridge, 'reading'>, kitId: string, ahead: AheadOfOpening | null) {
  const ask = () => bridge.reading.prepared(kitId).catch(() => null);
  if (!ahead) return { place: bridge.reading.place(kitId).catch(() => null), prepared: [ask()] };
  const known = ahead.sight.then(({ prepared }) => prepared);
  return {
    place: ahead.sight.then(({ place }) => place),
    // Data that were missing when the document was prepared may be there now.
    prepared: [known, known.then((prepared) => (isWhole(prepared) ? null : ask()))],
  };
}

/** Everything for the first frame, if it is known already. */
function firstSight(ahead: AheadOfOpening | null, { sha256 }: Source): FirstSight | null {
  const sight = ahead?.known ?? null;
  return sight?.prepared?.sha256 === sha256 && isWhole(sight.prepared) ? sight : null;
}

/** Whether everything is known that a view shows before its document is open. */
function isWhole(prepared: PreparedDocument | null): boolean {
  return !!prepared?.sizes && prepared.thumbnails.pages[0]?.[0] === 1;
}

/** Why a document can't be read, as a sentence. */
export function failureText(error: unknown): string {
  if (!(error instanceof PdfError)) return asUiFailure(error).message;
  return {
    damaged: viewerWords.damaged,
    protected: viewerWords.protected,
    gone: viewerWords.gone,
    changed: viewerWords.gone,
    slow: viewerWords.tooLong,
    engine: viewerWords.noEngine,
  }[error.kind];
}
