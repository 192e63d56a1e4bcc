/**
 * Gets the document ready that a person is about to open, the kit that is selected in the list: its structure, the place where the person left it. One document at a time; let go of after a while. Half of an opening is waiting for
 * bytes, one read after the other: the file's end, its cross-references, its page list.
 */
import type { ReadingPlace } from '../../../../preload/contract.ts';
import { whenIdle } from '../../../design/idle.ts';
import type { Bridge } from '../../../shell/state/bridge.ts';
import type { PdfDocument, PdfEngine } from '../engine/pdf-engine.ts';
import { noteReading } from '../paint/activity.ts';
import { dropCanvas, hiddenCanvas } from '../paint/canvases.ts';
import { readPictureAhead, thumbnailUrl } from '../paint/picture-ahead.ts';
import type { FirstSight, Source } from './opening.ts';

/** How long a document that nobody opens is kept open, ms. */
const KEPT_MS = 120_000;
/** How long a frame for the next document waits for the window to be idle, ms. */
const WARM_LATEST_MS = 1_000;
/** How long its picture stays here for the view that takes it over, ms. */
const PICTURE_MS = 2_000;
/** How long the document waits for what was prepared of it, ms. */
const PICTURE_FIRST_MS = 100;
/** Scale of the picture for whose sake a page is read; nobody looks at it. */
const SMALLEST_SCALE = 0.04;

/** A document of which nothing bad is known. */
type SoundSource = Source & { sha256: string };

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
  prepare(kit: { id: string; document: SoundSource } | null): void;
  /** Hands over what was got ready of exactly this document; null where nothing was. */
  take(kitId: string, sha256: string): AheadOfOpening | null;
  /** A person has left a kit at this place, which a question asked before may answer otherwise. */
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
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    clearTimeout(timer);
    ready?.letGo();
    ready = null;
  }

  return {
    prepare(kit) {
      if (kit && ready?.kitId === kit.id && ready.sha256 === kit.document.sha256) return;
      drop();
      if (!kit) return;
      noteReading();
      const mine = getReady(bridge, engine, kit.id, kit.document);
      ready = mine;
      timer = setTimeout(drop, keptMs);
      mine.document.then(
        async () => {
          await whenIdle(WARM_LATEST_MS);
          // Another kit may be selected next: it finds a frame, too. Where this one is read by now, none is needed, and to
          // start one would hold up its first pages.
          if (ready === mine) engine.warm?.();
        },
        // It may work when it is asked for.
        () => ready === mine && drop(),
      );
    },
    take(kitId, sha256) {
      if (ready?.kitId !== kitId || ready.sha256 !== sha256) return null;
      const { sight, known, document, handOver } = ready;
      clearTimeout(timer);
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

function getReady(
  bridge: Pick<Bridge, 'reading'>,
  engine: PdfEngine,
  kitId: string,
  { sha256, bytes }: SoundSource,
): Ready {
  const abort = new AbortController();
  const reading = new AbortController();
  let letGoOfPicture = () => {};

  const prepared = bridge.reading.prepared(kitId).catch(() => null);
  const sight = Promise.all([prepared, bridge.reading.place(kitId).catch(() => null)]).then(
    ([found, place]): FirstSight => {
      mine.known = { prepared: found, place: mine.left ?? place };
      return mine.known;
    },
  );
  void sight.then(({ prepared: found, place }) => {
    const page = place?.page ?? 1;
    const isStored = found?.thumbnails.pages.some(([first, last]) => first <= page && page <= last);
    if (!abort.signal.aborted && found && isStored)
      letGoOfPicture = readPictureAhead(thumbnailUrl({ kitId, sha256: found.sha256 }, page));
  });
  // The picture of the page is asked for first: it is what is seen first.
  const late = new Promise((resolve) => setTimeout(resolve, PICTURE_FIRST_MS));
  const document = Promise.race([sight, late]).then(() => {
    abort.signal.throwIfAborted();
    return engine.open({ kitId, bytes }, abort.signal);
  });
  readFirstPage(document, sight, reading.signal).catch(() => {
    // The page is read when it is asked for.
  });
  const mine: Ready = {
    kitId,
    sha256,
    left: null,
    sight,
    known: null,
    document,
    letGo() {
      abort.abort();
      reading.abort();
      letGoOfPicture();
      document.then((open) => open.close()).catch(() => {});
    },
    handOver() {
      reading.abort();
      setTimeout(() => letGoOfPicture(), PICTURE_MS);
    },
  };
  return mine;
}

/** Has the engine read the page that will be in sight, its fonts and pictures: it keeps them, and then has only to draw. */
async function readFirstPage(
  document: Promise<PdfDocument>,
  sight: Promise<FirstSight>,
  signal: AbortSignal,
): Promise<void> {
  const open = await document;
  const { place } = await sight;
  const canvas = hiddenCanvas();
  try {
    await open.paint({ page: place?.page ?? 1, canvas, scale: SMALLEST_SCALE, signal });
  } finally {
    dropCanvas(canvas);
  }
}
