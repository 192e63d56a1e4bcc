/** A small choice of the person (theme, page light, profile in use) in the page's storage; null where there is none. */
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
