/** Keeps the document of the kit that is selected in the list ready to be opened. */
import type { Kit } from '../../../../preload/contract.ts';
import { isDamaged } from '../../../kits/soundness-words.ts';
import type { NavigationStore } from '../../../shell/state/navigation-store.ts';
import type { OpenAhead } from './open-ahead.ts';

/** A selection that follows another within this time waits until the selection rests for as long, ms. */
const REST_MS = 150;
/** How long a view may take to fetch what was prepared for it, ms. */
const FETCHED_MS = 3_000;

type ReadyAhead = NonNullable<Parameters<OpenAhead['prepare']>[0]>;

export interface FollowedStores {
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
