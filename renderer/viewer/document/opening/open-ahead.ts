/**
 * Prepares the document that a person is likely to open next, that of the selected kit: its structure and the person's last
 * place. One document at a time. Half of an opening is waiting for bytes, one read after the other:
 * the file's end, its cross-references, its page list.
 */
import type { Kit, ReadingPlace } from '../../../../preload/contract.ts';
import { whenIdle } from '../../../design/timing.ts';
import { isDamaged } from '../../../kits/soundness-words.ts';
import type { Bridge } from '../../../shell/state/bridge.ts';
import type { NavigationStore } from '../../../shell/state/navigation-store.ts';
import type { PdfDocument, PdfEngine } from '../engine/pdf-engine.ts';
import { noteReading } from '../paint/activity.ts';
import { painterOf, scaleLastRead } from '../paint/page-painter.ts';
import { readPictureAhead, thumbnailUrl } from '../paint/stored-thumbnails.ts';
import type { FirstSight, Source } from './opening.ts';

/** Longest wait for an idle window before a frame for the next document is started, ms. */
const WARM_LATEST_MS = 1_000;
/** How long a view may take to take over the page's pictures, ms. */
const PICTURE_MS = 2_000;
/** How long opening the document waits for the first sight, ms. */
const PICTURE_FIRST_MS = 100;

/** A document that is not known to be damaged. */
type SoundSource = Source & { sha256: string };

export interface AheadOfOpening {
  /** Never rejects. */
  sight: Promise<FirstSight>;
  /** The value of `sight` once it is known. */
  known: FirstSight | null;
  /** Rejects as `PdfEngine.open` does. The caller of `take` closes it. */
  document: Promise<PdfDocument>;
}

export interface OpenAhead {
  /** Prepares this kit's document and closes the one before; null only closes it. */
  prepare(kit: { id: string; document: SoundSource } | null): void;
  /** Hands over what was prepared for exactly this document; null if nothing was. */
  take(kitId: string, sha256: string): AheadOfOpening | null;
  /** A person has left a kit at this place; it replaces the answer of an earlier request for the place. */
  left(kitId: string, place: ReadingPlace): void;
}

interface Ready extends AheadOfOpening {
  kitId: string;
  sha256: string;
  /** Where the person left the kit after its place was requested. */
  left: ReadingPlace | null;
  letGo(): void;
  handOver(): void;
}

const instances = new WeakMap<object, OpenAhead>();

/** The instance of this window, shared by the code that prepares documents and the code that opens them. */
export function openAheadOf(bridge: Pick<Bridge, 'reading'>, engine: PdfEngine): OpenAhead {
  const there = instances.get(bridge) ?? createOpenAhead(bridge, engine);
  instances.set(bridge, there);
  return there;
}

export function createOpenAhead(bridge: Pick<Bridge, 'reading'>, engine: PdfEngine): OpenAhead {
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
      const mine = getReady(bridge, engine, kit.id, kit.document);
      ready = mine;
      mine.document.then(
        async () => {
          await whenIdle(WARM_LATEST_MS);
          // Another kit may be selected next, and should find a frame. If this one is being read by now, none is needed, and
          // starting one would delay its first pages.
          if (ready === mine) engine.warm?.();
        },
        // Opening may work when the person asks for it.
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

function getReady(
  bridge: Pick<Bridge, 'reading'>,
  engine: PdfEngine,
  kitId: string,
  { sha256, bytes }: SoundSource,
): Ready {
  const abort = new AbortController();
  /** Resolves when a view has taken over everything, or nobody wants it any more. */
  const over = Promise.withResolvers<void>();

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
      void over.promise.then(readPictureAhead(thumbnailUrl({ kitId, sha256: found.sha256 }, page)));
  });
  // The picture of the page is requested first, because it is seen first.
  const late = new Promise((resolve) => setTimeout(resolve, PICTURE_FIRST_MS));
  const document = Promise.race([sight, late]).then(() => {
    abort.signal.throwIfAborted();
    return engine.open({ kitId, bytes, sha256 }, abort.signal);
  });
  paintFirstPage(document, sight, over.promise, abort.signal).catch(() => {
    // The page is painted later, when it is shown.
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
      over.resolve();
      document.then((open) => open.close()).catch(() => {});
    },
    handOver() {
      setTimeout(over.resolve, PICTURE_MS);
    },
  };
  return mine;
}

/**
 * Paints the page that will be shown, as large as the last one was read: a view of that size takes the picture, even while it is
 * painted. For another size the engine has the page's fonts and images until `over`.
 */
async function paintFirstPage(
  document: Promise<PdfDocument>,
  sight: Promise<FirstSight>,
  over: Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const painter = painterOf(await document);
  const page = (await sight).place?.page ?? 1;
  void over.then(painter.hold(page));
  await painter.paint({ page, scale: scaleLastRead() }, 'neighbour', signal);
}

/** A selection that follows another within this time waits until the selection rests for as long, ms. */
const REST_MS = 150;
/** How long a view may take to fetch what was prepared for it, ms. */
const FETCHED_MS = 3_000;

type ReadyAhead = NonNullable<Parameters<OpenAhead['prepare']>[0]>;

interface FollowedStores {
  kits: { getState(): { find(id: string): Kit | undefined }; subscribe(listener: () => void): () => void };
  navigation: Pick<NavigationStore, 'getState' | 'subscribe'>;
}

/** Starts following. Returns a function that stops it and frees what was prepared. */
export function followSelection(
  ahead: OpenAhead,
  { kits, navigation }: FollowedStores,
  isHidden: () => boolean = () => document.hidden,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;

  function selected(): ReadyAhead | null {
    const kit = kits.getState().find(navigation.getState().selectedId ?? '');
    return kit?.document && !isDamaged(kit) ? { id: kit.id, document: kit.document } : null;
  }
  /** Identifies the selected kit and its document; empty if there is none on this laptop. */
  const key = () => {
    const kit = selected();
    return kit ? `${kit.id}/${kit.document.sha256}` : '';
  };
  let followed = '';

  function prepare(): void {
    followed = key();
    if (navigation.getState().screen.name === 'library' && !isHidden()) ahead.prepare(selected());
  }
  function soon(): void {
    const now = performance.now();
    clearTimeout(timer);
    // The first of several selections is prepared at once: a click opens it.
    timer = setTimeout(prepare, now - last > REST_MS ? 0 : REST_MS);
    last = now;
  }

  const stops = [
    navigation.subscribe((now, before) => {
      const entered = now.screen.name === 'viewer' && before.screen.name === 'library';
      if (entered) {
        // The document opens while the view that takes it over is still being drawn.
        clearTimeout(timer);
        ahead.prepare(selected());
        timer = setTimeout(() => ahead.prepare(null), FETCHED_MS);
      } else if (
        now.screen.name === 'library' &&
        (now.selectedId !== before.selectedId || now.screen !== before.screen)
      ) {
        soon();
      }
    }),
    // The selected kit has arrived, changed, or was removed.
    kits.subscribe(() => {
      if (navigation.getState().screen.name === 'library' && key() !== followed) soon();
    }),
  ];
  soon();
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    ahead.prepare(null);
  };
}
