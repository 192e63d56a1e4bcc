/**
 * Requests the first kits before the rest of the page's code runs, React included, so they load meanwhile.
 * Imported first by main.tsx; imports nothing, so nothing runs before it.
 */
export const earlyKits = window.tripkit?.kits.firstText();
// The code that awaits it handles a failure; this prevents an "unhandled rejection" before.
earlyKits?.catch(() => {});
