/**
 * Small choices of the person that belong to this window (theme, page light, profile in use). Kept in the page's own
 * storage; when that is not there, they last until the window closes.
 */
export function readPreference<T extends string>(name: string, allowed: readonly T[] | null): T | null {
  try {
    const value = window.localStorage.getItem(`tripkit.${name}`);
    if (value === null) return null;
    return allowed === null || allowed.includes(value as T) ? (value as T) : null;
  } catch {
    return null;
  }
}

/** Keeps a choice. Never throws. */
export function writePreference(name: string, value: string): void {
  try {
    window.localStorage.setItem(`tripkit.${name}`, value);
  } catch {
    // The choice holds for this window all the same.
  }
}
