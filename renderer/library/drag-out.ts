import type { DragEvent } from 'react';
import type { Kit } from '../../preload/contract.ts';
import type { Stores } from '../app/stores.tsx';
import { asUiFailure } from '../bridge.ts';

/** So many kits go along at most; contract, `documents.drag`. */
const MAX_DRAGGED = 50;

/**
 * A drag of a kit begins: the system takes it over with PDF files (Electron docs, "Native File Drag & Drop"). With a kit
 * that is selected, the other selected ones go along. A failure is told with the kit.
 */
export function dragOut(event: DragEvent, kit: Kit, { bridge, kits, library }: Stores): void {
  // The page's own drag would be of a piece of itself.
  event.preventDefault();
  if (kit.document === null) return;
  const selected = library.getState().selected();
  const along = selected.some(({ id }) => id === kit.id) ? selected : [kit];
  const ids = along.filter(({ document }) => document !== null).map(({ id }) => id);
  bridge.documents.drag(ids.slice(0, MAX_DRAGGED)).catch((error: unknown) => {
    const failure = asUiFailure(error);
    kits.setState(({ outcome }) => ({ outcome: new Map(outcome).set(kit.id, { failure }) }));
  });
}
