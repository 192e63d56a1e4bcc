/**
 * Gets the document ready that a person is about to open: the kit that is selected in the list. When it is asked for, PDF.js
 * has read its structure already, and its picture of page 1 is here. One document at a time; let go of after a while.
 */
import type { Kit, PreparedDocument } from '../../preload/contract.ts';
import type { Bridge } from '../bridge.ts';
import { documentSource, type PdfDocument, type PdfEngine } from './engine/pdf-engine.ts';
import { noteReading } from './paint/activity.ts';
import { readPosterAhead } from './paint/poster-bitmap.ts';

/** How long a document that nobody opens is kept open, ms. */
const KEPT_MS = 120_000;
/** How long its picture stays here for the view that takes it over, ms. */
const POSTER_MS = 2_000;

/** What the list knows of a kit's document. */
export type KnownDocument = NonNullable<Kit['document']>;

export interface AheadOfOpening {
  /** Null where it can't be read. */
  prepared: Promise<PreparedDocument | null>;
  /** Rejects as `PdfEngine.open` does. Whoever takes it closes it. */
  document: Promise<PdfDocument>;
}

export interface OpenAhead {
  /** Gets this kit's document ready and lets go of the one before; null only lets go. */
  prepare(kit: { id: string; document: KnownDocument } | null): void;
  /** Hands over what was got ready of exactly this document; null where nothing was. */
  take(kitId: string, sha256: string): AheadOfOpening | null;
}

const instances = new WeakMap<object, OpenAhead>();

/** The one of this window: whoever gets documents ready and whoever opens them share it. */
export function openAheadOf(bridge: Pick<Bridge, 'reading'>, engine: PdfEngine): OpenAhead {
  const there = instances.get(bridge) ?? createOpenAhead(bridge, engine);
  instances.set(bridge, there);
  return there;
}

export function createOpenAhead(
  bridge: Pick<Bridge, 'reading'>,
  engine: PdfEngine,
  keptMs: number = KEPT_MS,
): OpenAhead {
  let ready: (AheadOfOpening & { kitId: string; sha256: string; letGo(): void; handOver(): void }) | null =
    null;

  function drop(): void {
    ready?.letGo();
    ready = null;
  }

  return {
    prepare(kit) {
      if (kit && ready?.kitId === kit.id && ready.sha256 === kit.document.sha256) return;
      drop();
      if (!kit) return;
      noteReading();
      const abort = new AbortController();
      const prepared = bridge.reading.prepared(kit.id).catch(() => null);
      const document = engine.open(documentSource(kit.id, kit.document.bytes), abort.signal);
      const timer = setTimeout(() => ready === mine && drop(), keptMs);
      let letGoOfPoster = () => {};
      void prepared.then((found) => {
        if (!abort.signal.aborted && found?.poster) letGoOfPoster = readPosterAhead(found.poster.url);
      });
      const letGo = () => {
        clearTimeout(timer);
        abort.abort();
        letGoOfPoster();
        document.then(
          (open) => void open.close().catch(() => {}),
          () => {},
        );
      };
      const handOver = () => {
        clearTimeout(timer);
        setTimeout(() => letGoOfPoster(), POSTER_MS);
      };
      const mine = { kitId: kit.id, sha256: kit.document.sha256, prepared, document, letGo, handOver };
      ready = mine;
      // What failed may work when it is asked for: it is tried anew then.
      document.then(
        // Another kit may be selected next: it finds workers, too.
        () => engine.warm?.(),
        () => ready === mine && drop(),
      );
    },
    take(kitId, sha256) {
      if (ready?.kitId !== kitId || ready.sha256 !== sha256) return null;
      const { prepared, document, handOver } = ready;
      ready = null;
      handOver();
      return { prepared, document };
    },
  };
}
