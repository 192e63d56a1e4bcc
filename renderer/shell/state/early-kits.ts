/**
 * Asks for the first kits before anything else of the page is made, React included: they are on their way meanwhile.
 * Imported first by main.tsx; imports nothing, so that nothing comes before it.
 */
export const earlyKits = window.tripkit?.kits.firstText();
// Whoever waits for it hears of a failure; until then it is none of the page's.
earlyKits?.catch(() => {});
