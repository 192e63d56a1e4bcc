import { useEffect, useRef } from 'react';
import type { Kit } from '../../../preload/contract.ts';
import { kitsSlice } from '../../kits/kits-store.ts';
import { isDamaged } from '../../kits/soundness-words.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { painterOf } from '../document/paint/page-painter.ts';
import { makeStoredThumbnails, outwards } from '../document/paint/thumbnail-maker.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';
import type { ViewerState } from '../document/viewer-state.ts';

/** How long the check waits, so that the pages have the disk to themselves first, ms. */
const CHECK_AFTER_MS = 1_500;

/** Checks the document in the background once the view shows it; if it can't show it, at once and even if checked recently. */
export function useChecked(kit: Kit | null, status: ViewerState['status']): void {
  const [kits] = useStores(kitsSlice);
  const latest = useRef(kit);
  latest.current = kit;
  const sha256 = kit?.document?.sha256;
  useEffect(() => {
    if (sha256 === undefined || (status !== 'open' && status !== 'failed')) return;
    const failed = status === 'failed';
    const check = () => {
      if (latest.current) void kits.getState().checkDocument(latest.current, { again: failed });
    };
    if (failed) return check();
    const timer = setTimeout(check, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [kits, status, sha256]);
}

/**
 * Opens the view again when its kit gets a new sound document, even with the same bytes: it was downloaded again, or for the
 * first time. If the document is lost or damaged, the view stays: it may show the last pages of the sound one.
 */
export function useRenewed(kit: Kit | null, reopen: () => void): void {
  const sha256 = kit?.document?.sha256 ?? null;
  const bad = kit === null || sha256 === null || isDamaged(kit);
  const seen = useRef(sha256);
  const wasBad = useRef(bad);
  useEffect(() => {
    if (bad) {
      wasBad.current = true;
      return;
    }
    if (sha256 === seen.current && !wasBad.current) return;
    seen.current = sha256;
    wasBad.current = false;
    reopen();
  }, [sha256, bad, reopen]);
}

/** When the file was replaced while it was shown: checks it, and opens what can be read of the new file. */
export function useChanged(kit: Kit | null, changed: boolean, reopen: () => void): void {
  const [kits] = useStores(kitsSlice);
  const latest = useRef(kit);
  latest.current = kit;
  useEffect(() => {
    const before = latest.current;
    if (!changed || !before) return;
    let here = true;
    const check = kits.getState().checkDocument(before, { again: true });
    // If nothing can be read any more, the painted pages stay.
    void check.then(() => here && kits.getState().find(before.id)?.document && reopen());
    return () => {
      here = false;
    };
  }, [kits, changed, reopen]);
}

/** The stored thumbnails are read this much after the first page, when no visible page is being painted, ms. */
const READ_MS = 300;

/**
 * Reads the open document's stored thumbnails ahead, and makes the missing ones, from the page in view outwards, while the
 * view is on the screen.
 */
export function useStoredThumbnailMaker(onScreen: boolean): void {
  const store = useViewerStore();
  const pdf = useViewer((state) => state.document);
  const thumbnails = useViewer((state) => state.thumbnails);
  useEffect(() => {
    if (!onScreen || !pdf || !thumbnails) return;
    const ended = new AbortController();
    const { signal } = ended;
    const order = () => outwards(store.getState().page, pdf.pageCount);
    const painter = painterOf(pdf);
    let timer = setTimeout(function read() {
      if (painter.busyInSight) timer = setTimeout(read, READ_MS);
      else
        thumbnails.readAhead(signal).catch(() => {
          // Without this, they are read one by one.
        });
    }, READ_MS);
    makeStoredThumbnails({ painter, thumbnails, order, signal }).catch(() => {
      // Pages without a thumbnail can still be read.
    });
    return () => {
      clearTimeout(timer);
      ended.abort(new DOMException('The view is left.', 'AbortError'));
    };
  }, [store, onScreen, pdf, thumbnails]);
}
