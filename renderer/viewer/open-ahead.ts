/**
 * Gets the document ready that a person is about to open: the kit that is selected in the list. When it is asked for, PDF.js
 * has read its structure already, its picture of page 1 is here, and the place where the person left it is known, so that
 * the first frame of its view has the page. One document at a time; let go of after a while.
 */
import type { Kit, PreparedDocument, ReadingPlace } from '../../preload/contract.ts';
import type { Bridge } from '../ipc/bridge.ts';
import { documentSource, type PdfDocument, type PdfEngine } from './engine/pdf-engine.ts';
import { noteReading } from './paint/activity.ts';
import { dropCanvas, hiddenCanvas } from './paint/canvases.ts';
import { readPosterAhead } from './paint/poster-bitmap.ts';
import { wait } from './wait.ts';

/** How long a document that nobody opens is kept open, ms. */
const KEPT_MS = 120_000;
/** How long its picture stays here for the view that takes it over, ms. */
const POSTER_MS = 2_000;
/** How long the document waits for what was prepared of it, ms. */
const PICTURE_FIRST_MS = 100;

/** Of the picture for whose sake a page is read; nobody looks at it. */
const SMALLEST_SCALE = 0.04;

/** Has the engine read the page that will be in sight, its fonts and pictures: it keeps them, and then has only to draw. */
async function readFirstPage(
  document: PdfDocument,
  sight: Promise<FirstSight>,
  signal: AbortSignal,
): Promise<void> {
  const { place } = await sight;
  const canvas = hiddenCanvas();
  try {
    await document.paint({ page: place?.page ?? 1, canvas, scale: SMALLEST_SCALE, signal });
  } finally {
    dropCanvas(canvas);
  }
}

/** What the list knows of a kit's document. */
export type KnownDocument = NonNullable<Kit['document']>;

/** What a view needs for its first frame. */
export interface FirstSight {
  /** Null where it can't be read. */
  prepared: PreparedDocument | null;
  /** Null at the first opening, and where it can't be read. */
  place: ReadingPlace | null;
}

export interface AheadOfOpening {
  /** Never rejects. */
  sight: Promise<FirstSight>;
  /** The same as soon as it is known. */
  known: FirstSight | null;
  /** Rejects as `PdfEngine.open` does. Whoever takes it closes it. */
  document: Promise<PdfDocument>;
}

export interface OpenAhead {
  /** Gets this kit's document ready and lets go of the one before; null only lets go. */
  prepare(kit: { id: string; document: KnownDocument } | null): void;
  /** Hands over what was got ready of exactly this document; null where nothing was. */
  take(kitId: string, sha256: string): AheadOfOpening | null;
  /** Told where a person has left a kit, which a question asked before may answer otherwise. */
  left(kitId: string, place: ReadingPlace): void;
}

interface Ready extends AheadOfOpening {
  kitId: string;
  sha256: string;
  /** Where the person left it since its place was asked for. */
  left: ReadingPlace | null;
  letGo(): void;
  handOver(): void;
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
  let ready: Ready | null = null;

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
      const sight = Promise.all([prepared, bridge.reading.place(kit.id).catch(() => null)]).then(
        ([found, place]): FirstSight => {
          mine.known = { prepared: found, place: mine.left ?? place };
          return mine.known;
        },
      );
      // The picture of page 1 is asked for first: it is what is seen first.
      const document = Promise.race([prepared, wait(PICTURE_FIRST_MS)]).then(() => {
        abort.signal.throwIfAborted();
        return engine.open(documentSource(kit.id, kit.document.bytes), abort.signal);
      });
      const timer = setTimeout(() => ready === mine && drop(), keptMs);
      let letGoOfPoster = () => {};
      void prepared.then((found) => {
        if (!abort.signal.aborted && found?.poster) letGoOfPoster = readPosterAhead(found.poster.url);
      });
      const reading = new AbortController();
      void document
        .then((open) => readFirstPage(open, sight, reading.signal))
        .catch(() => {
          // The page is read when it is asked for.
        });
      const letGo = () => {
        clearTimeout(timer);
        abort.abort();
        reading.abort();
        letGoOfPoster();
        document.then(
          (open) => void open.close().catch(() => {}),
          () => {},
        );
      };
      const handOver = () => {
        clearTimeout(timer);
        reading.abort();
        setTimeout(() => letGoOfPoster(), POSTER_MS);
      };
      const mine: Ready = {
        kitId: kit.id,
        sha256: kit.document.sha256,
        left: null,
        sight,
        known: null,
        document,
        letGo,
        handOver,
      };
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
      const { sight, known, document, handOver } = ready;
      ready = null;
      handOver();
      return { sight, known, document };
    },
    left(kitId, place) {
      if (ready?.kitId !== kitId) return;
      ready.left = place;
      if (ready.known) ready.known = { ...ready.known, place };
    },
  };
}
