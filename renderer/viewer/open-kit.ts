/** Everything that is read when a kit is opened, side by side: what was prepared, where the person was, the document. */
import type { OutlineEntry, PreparedDocument, ReadingPlace } from '../../preload/contract.ts';
import { asUiFailure, type Bridge } from '../ipc/bridge.ts';
import { strings } from '../strings/strings.ts';
import {
  documentSource,
  type PageSize,
  type PdfDocument,
  type PdfEngine,
  PdfError,
} from './engine/pdf-engine.ts';
import type { KnownDocument, OpenAhead } from './open-ahead.ts';
import { StoredThumbnails } from './paint/stored-thumbnails.ts';
import { wait } from './wait.ts';

/** How long the pages wait for the place of last time before they begin at page 1, ms. */
const PLACE_WAIT_MS = 250;
/** How long a document is read before the engine lets go of what it has ready for another one, ms. */
const COOL_MS = 3_000;

export interface Prepared {
  sizes: readonly PageSize[] | null;
  outline: readonly OutlineEntry[] | null;
  poster: string | null;
  thumbnails: StoredThumbnails;
}

/** What becomes known, in the order in which it does. */
export interface Opening {
  /** How many pages there are, before the document is open. */
  pages(count: number): void;
  prepared(prepared: Prepared): void;
  /** What was prepared belongs to another document. */
  outdated(): void;
  /** Null at the first opening, and where it can't be read. `late`: pages are shown already. */
  place(place: ReadingPlace | null, late: boolean): void;
  /** `expected`: how many pages there were when the document was verified. */
  document(document: PdfDocument, expected: number): void;
  failed(sentence: string): void;
}

function failureText(error: unknown): string {
  if (!(error instanceof PdfError)) return asUiFailure(error).message;
  return {
    damaged: strings.viewer.damaged,
    protected: strings.viewer.protected,
    gone: strings.viewer.gone,
    slow: strings.viewer.tooLong,
    engine: strings.viewer.noEngine,
  }[error.kind];
}

/** Whether everything is there that a view shows before its document is open. */
function isWhole(prepared: PreparedDocument | null | undefined): boolean {
  return !!prepared?.sizes && prepared.poster !== null;
}

/** What a kit is opened with. */
export interface OpeningDeps {
  bridge: Bridge;
  engine: PdfEngine;
  /** What the list knows of the kit's document; null where it knows none. Where it does, nothing waits to be told. */
  known?: ((kitId: string) => KnownDocument | null) | undefined;
  /** What was got ready before the kit was asked for. */
  ahead?: OpenAhead | undefined;
}

/** Reads it all. Never rejects; after the abort nothing is told any more, and the document is closed. */
export async function openKit(
  deps: OpeningDeps,
  kitId: string,
  signal: AbortSignal,
  tell: Opening,
): Promise<void> {
  const { bridge, engine } = deps;
  // In the order of the calls, so that leaving and coming back at once leaves the document open.
  signal.addEventListener('abort', () => void bridge.documents.closed(kitId).catch(() => {}), { once: true });
  const known = deps.known?.(kitId) ?? null;
  const ahead = known && (deps.ahead?.take(kitId, known.sha256) ?? null);
  const place = ahead
    ? ahead.sight.then((sight) => sight.place)
    : bridge.reading.place(kitId).catch(() => null);
  const ask = () => bridge.reading.prepared(kitId).catch(() => null);
  // What was not there when it was got ready may have come since.
  const prepared = ahead
    ? ahead.sight.then((sight) => (isWhole(sight.prepared) ? sight.prepared : ask()))
    : ask();
  const opened = bridge.documents.open(kitId);

  const tellPrepared = (found: PreparedDocument) =>
    tell.prepared({
      sizes: found.sizes?.map(([width, height]) => ({ width, height })) ?? null,
      outline: found.outline,
      poster: found.poster?.url ?? null,
      thumbnails: new StoredThumbnails({ kitId, sha256: found.sha256 }, bridge, found.thumbnails),
    });
  const there = ahead?.known?.prepared;
  const sight = there?.sha256 === known?.sha256 && isWhole(there) ? ahead?.known : null;
  if (sight?.prepared) {
    // At once: the first frame of the view has the page.
    tell.place(sight.place, false);
    tellPrepared(sight.prepared);
  }
  const placed = sight
    ? Promise.resolve()
    : Promise.race([place, wait(PLACE_WAIT_MS)]).then((kept) => {
        if (signal.aborted) return;
        if (kept !== 'late') return tell.place(kept, false);
        void place.then((found) => !signal.aborted && tell.place(found, true));
      });
  const shown = Promise.all([prepared, placed]).then(([found]) => {
    if (signal.aborted || !found) return null;
    if (!sight) tellPrepared(found);
    return found.sha256;
  });

  const show = async (source: KnownDocument, opening: Promise<PdfDocument>) => {
    void placed.then(() => !signal.aborted && tell.pages(source.pages));
    void shown.then((sha256) => {
      if (!signal.aborted && sha256 !== null && sha256 !== source.sha256) tell.outdated();
    });
    const document = await opening;
    signal.addEventListener('abort', () => void document.close().catch(() => {}), { once: true });
    if (signal.aborted) return void (await document.close());
    await placed;
    if (signal.aborted) return;
    tell.document(document, source.pages);
    const cooling = setTimeout(() => engine.cool?.(), COOL_MS);
    signal.addEventListener('abort', () => clearTimeout(cooling), { once: true });
  };
  try {
    if (known) {
      const first = ahead?.document ?? engine.open(documentSource(kitId, known.bytes), signal);
      // Which failure is told: that the kit may not be opened says more than that its bytes can't be read.
      const [showing, answer] = await Promise.allSettled([show(known, first), opened]);
      if (answer.status === 'rejected') throw answer.reason;
      if (signal.aborted || answer.value.sha256 === known.sha256) {
        if (showing.status === 'rejected') throw showing.reason;
        return;
      }
      // The list was behind: the document is another one by now.
      void first.then((document) => document.close()).catch(() => {});
      tell.outdated();
    }
    const source = await opened;
    if (!signal.aborted) await show(source, engine.open(source, signal));
  } catch (error) {
    if (!signal.aborted) tell.failed(failureText(error));
  }
}
