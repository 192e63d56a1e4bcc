/** Opens a kit's document: asks for everything that a view needs, side by side, and does what `opening.ts` decides. */

import type { Kit, PreparedDocument } from '../../../../preload/contract.ts';
import { isDamaged } from '../../../kits/soundness-words.ts';
import { asUiFailure, type Bridge } from '../../../shell/state/bridge.ts';
import { viewerWords } from '../../words.ts';
import { type PdfEngine, PdfError } from '../engine/pdf-engine.ts';
import type { AheadOfOpening, OpenAhead } from './open-ahead.ts';
import type { FirstSight, OpeningEffect, OpeningEvent, Source } from './opening.ts';

/** How long the pages wait for the place of last time before they begin at page 1, ms. */
const PLACE_WAIT_MS = 250;
/** How long a document is read before the engine lets go of what it has ready for another one, ms. */
const COOL_MS = 3_000;

/** What the list knows of a kit's document, where it may be believed: of a damaged one nobody knows even the length. */
export function knownSource(kit: Kit | undefined): Source | null {
  return kit && !isDamaged(kit) ? kit.document : null;
}

/** What a kit is opened with. */
export interface OpeningDeps {
  bridge: Bridge;
  engine: PdfEngine;
  /** What the list knows of the kit's document; null where it knows none. Where it does, nothing waits for the main process. */
  known?: ((kitId: string) => Source | null) | undefined;
  /** What was got ready before the kit was asked for. */
  ahead?: OpenAhead | undefined;
}

/**
 * Reads it all, and tells `send` what has happened. Never rejects; resolves when nothing more is to come but a late place.
 * The abort closes the document.
 *
 * @param send decides, shows, and answers what is to be done
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
  /** What may still tell something; grows. */
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
      source === known && ahead ? ahead.document : engine.open({ kitId, bytes: source.bytes }, signal);
    await opening.then(
      (document) => {
        document.onChanged?.(() => signal.aborted || tell({ type: 'changed' }));
        tell({ type: 'opened', source, document });
      },
      (error) => tell({ type: 'broken', source, failure: failureText(error) }),
    );
  }
  // In the order of the calls, so that leaving and coming back at once leaves the document open.
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

/** What is asked for, or on its way already. */
function askFirstSight(bridge: Pick<Bridge, 'reading'>, kitId: string, ahead: AheadOfOpening | null) {
  const ask = () => bridge.reading.prepared(kitId).catch(() => null);
  if (!ahead) return { place: bridge.reading.place(kitId).catch(() => null), prepared: [ask()] };
  const known = ahead.sight.then(({ prepared }) => prepared);
  return {
    place: ahead.sight.then(({ place }) => place),
    // What was not there when it was got ready may have come since.
    prepared: [known, known.then((prepared) => (isWhole(prepared) ? null : ask()))],
  };
}

/** Everything for the first frame, where it is known already. */
function firstSight(ahead: AheadOfOpening | null, { sha256 }: Source): FirstSight | null {
  const sight = ahead?.known ?? null;
  return sight?.prepared?.sha256 === sha256 && isWhole(sight.prepared) ? sight : null;
}

/** Whether everything is there that a view shows before its document is open. */
function isWhole(prepared: PreparedDocument | null): boolean {
  return !!prepared?.sizes && prepared.thumbnails.pages[0]?.[0] === 1;
}

function failureText(error: unknown): string {
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
