import type { ReadingPlace } from '../../../../preload/contract.ts';

/** How long the place must be unchanged before it is stored, and the longest delay, ms. */
const REST_MS = 400;
const LATEST_MS = 2_000;

export interface PlaceKeeper {
  /** The place has changed: it will be stored soon. */
  changed(): void;
  /** Stores the place now, if it has changed. */
  flush(): void;
  /** Places are stored from now on. Before, the last place may not be known yet and must not be overwritten. */
  begin(): void;
}

/** Stores a person's place in a kit while they read and when they leave. A failed write is repeated with the next change. */
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
