/** Keeps the document of the kit that is selected in the list ready to be opened. */
import type { Kit } from '../../../../preload/contract.ts';
import { isDamaged } from '../../../kits/soundness-words.ts';
import type { NavigationStore } from '../../../shell/state/navigation-store.ts';
import type { OpenAhead } from './open-ahead.ts';

/** A selection that follows another so soon is one of many, and waits for a rest, ms. */
const REST_MS = 150;
/** How long a view may take to fetch what was got ready for it, ms. */
const FETCHED_MS = 3_000;

type ReadyAhead = NonNullable<Parameters<OpenAhead['prepare']>[0]>;

export interface FollowedStores {
  kits: { getState(): { find(id: string): Kit | undefined }; subscribe(listener: () => void): () => void };
  navigation: Pick<NavigationStore, 'getState' | 'subscribe'>;
}

/** The answer ends it, and lets go of what is ready. */
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
  /** Which document of which kit is selected; empty where none is here. */
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
    // The first of several selections is got ready at once: it is the one that a click opens.
    timer = setTimeout(prepare, now - last > REST_MS ? 0 : REST_MS);
    last = now;
  }

  const stops = [
    navigation.subscribe((now, before) => {
      const entered = now.screen.name === 'viewer' && before.screen.name === 'library';
      if (entered) {
        // The document opens while the view is still being drawn, which takes it over.
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
    // The kit that is selected has come, was renewed, or is gone.
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
