import type { ReadingPlace } from '../../../../preload/contract.ts';

/** How long reading must rest before its place is kept, and how long that is put off at most, ms. */
const REST_MS = 400;
const LATEST_MS = 2_000;

export interface PlaceKeeper {
  /** The place has changed: it is kept soon. */
  changed(): void;
  /** Keeps it now, where it has changed. */
  flush(): void;
  /** From now on places are kept. Before, the place of last time may not be known yet and must not be lost. */
  begin(): void;
}

/** Keeps where a person is in a kit, while they read and when they leave. A failed write is tried again with the next change. */
export function createPlaceKeeper(
  read: () => ReadingPlace | null,
  keep: (place: ReadingPlace) => Promise<unknown>,
): PlaceKeeper {
  let rest: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  let begun = false;
  let waiting = false;
  let kept = '';

  function flush() {
    clearTimeout(rest);
    clearTimeout(latest);
    latest = undefined;
    const place = begun && waiting ? read() : null;
    if (!place) return;
    waiting = false;
    const text = JSON.stringify(place);
    if (text === kept) return;
    const before = kept;
    kept = text;
    keep(place).catch(() => {
      if (kept === text) kept = before;
    });
  }
  return {
    changed() {
      waiting = true;
      clearTimeout(rest);
      rest = setTimeout(flush, REST_MS);
      latest ??= setTimeout(flush, LATEST_MS);
    },
    flush,
    begin() {
      begun = true;
    },
  };
}
