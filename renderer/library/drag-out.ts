import type { DragEvent } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { asUiFailure, type UiFailure } from '../ipc/bridge.ts';
import { kitsSlice } from '../kits/kits-store.ts';
import { librarySlice } from '../kits/list/library-store.ts';
import type { Registry } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';

/** So many kits go along at most; contract, `documents.drag`. */
const MAX_DRAGGED = 50;
/** After this long without a sign of the system's drag a person is told that it comes, ms. */
const SLOW_MS = 400;

/**
 * A drag of a kit begins: the system takes it over with PDF files (Electron docs, "Native File Drag & Drop"), once they are
 * there and if the button is still held. With a kit that is selected, the other selected ones go along. A failure is told with the kit.
 */
export async function dragOut(event: DragEvent, kit: Kit, { bridge, get }: Registry): Promise<void> {
  const [kits, library] = [get(kitsSlice), get(librarySlice)];
  // The page's own drag would be of a piece of itself.
  event.preventDefault();
  if (kit.document === null) return;
  const selected = library.getState().selected();
  const along = selected.some(({ id }) => id === kit.id) ? selected : [kit];
  const ids = along
    .filter(({ document }) => document !== null)
    .map(({ id }) => id)
    .slice(0, MAX_DRAGGED);
  const tell = (said: { done: string } | { failure: UiFailure }) => {
    // Words about a kit stand where it is selected.
    if (along.length === 1 && selected.every(({ id }) => id !== kit.id))
      library.getState().point(kit.id, 'only');
    kits.setState(({ outcome }) => ({ outcome: new Map(outcome).set(kit.id, said) }));
  };
  kits.getState().clearOutcome(kit.id);
  const slow = setTimeout(() => tell({ done: strings.library.preparingDrag }), SLOW_MS);
  try {
    await bridge.documents.prepareDrag(ids);
    clearTimeout(slow);
    kits.getState().clearOutcome(kit.id);
    await bridge.documents.drag(ids);
  } catch (error) {
    clearTimeout(slow);
    tell({ failure: asUiFailure(error) });
  }
}
