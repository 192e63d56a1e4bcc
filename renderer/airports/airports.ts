import { AirportIndex } from './airport-index.ts';
import address from './airports.txt?url';

/** How long reading the list may take, ms; it is a file of the app itself. */
const TIMEOUT_MS = 5_000;

let book: Promise<AirportIndex> | null = null;

/**
 * The names of airports, read once. Rejects where the list can't be read: typing a code works without, and the next call
 * tries again.
 */
export function airports(): Promise<AirportIndex> {
  book ??= read().catch((error: unknown) => {
    book = null;
    throw error;
  });
  return book;
}

async function read(): Promise<AirportIndex> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the list of airports answered with ${response.status}`);
  return new AirportIndex(await response.text());
}
