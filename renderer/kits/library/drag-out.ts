import type { DragEvent } from 'react';
import type { Kit } from '../../../preload/contract.ts';
import { asUiFailure } from '../../shell/state/bridge.ts';
import type { Registry } from '../../shell/state/registry.tsx';
import { type KitOutcome, kitsSlice } from '../kits-store.ts';
import { librarySlice } from '../list/library-store.ts';
import { libraryWords } from '../words.ts';

/** The most kits in one drag; contract, `documents.drag`. */
const MAX_DRAGGED = 50;
/** How long copies may take before a sentence about it is shown, ms. */
const SLOW_MS = 400;

/**
 * Starts the system's drag of a kit's PDF file (Electron docs, "Native File Drag & Drop"), and of those selected with it, once
 * copies are ready and if the button is still pressed. A failure is shown with the kit.
 */
export async function dragOut(event: DragEvent, kit: Kit, { bridge, get }: Registry): Promise<void> {
  const [kits, library] = [get(kitsSlice), get(librarySlice)];
  // The browser's own drag would drag a piece of the page.
  event.preventDefault();
  if (kit.document === null) return;
  const selected = library.getState().selected();
  const along = selected.some(({ id }) => id === kit.id) ? selected : [kit];
  const ids = along
    .filter(({ document }) => document !== null)
    .map(({ id }) => id)
    .slice(0, MAX_DRAGGED);
  const showResult = (result: KitOutcome) => {
    // A kit's messages are shown in its details, so it is selected.
    if (along.length === 1 && selected.every(({ id }) => id !== kit.id))
      library.getState().point(kit.id, 'only');
    kits.setState(({ outcome }) => ({ outcome: new Map(outcome).set(kit.id, result) }));
  };
  kits.getState().clearOutcome(kit.id);
  const slow = setTimeout(() => showResult({ done: libraryWords.preparingDrag }), SLOW_MS);
  try {
    await bridge.documents.prepareDrag(ids);
    clearTimeout(slow);
    kits.getState().clearOutcome(kit.id);
    await bridge.documents.drag(ids);
  } catch (error) {
    clearTimeout(slow);
    showResult({ failure: asUiFailure(error) });
  }
}
