import { useEffect, useState } from 'react';
import { AirportIndex } from './airport-index.ts';
import address from './airports.txt?url';

/** How long reading the list may take, ms; it is a file of the app itself. */
const TIMEOUT_MS = 5_000;

let index: Promise<AirportIndex> | null = null;

async function read(): Promise<AirportIndex> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the list of airports answered with ${response.status}`);
  return new AirportIndex(await response.text());
}

/**
 * The names of airports, read once; null until they are there, and where they can't be read: codes are typed without. The
 * next field tries again.
 */
export function useAirports(): AirportIndex | null {
  const [airports, setAirports] = useState<AirportIndex | null>(null);
  useEffect(() => {
    let mounted = true;
    index ??= read();
    index.then(
      (value) => {
        if (mounted) setAirports(value);
      },
      () => {
        index = null;
      },
    );
    return () => {
      mounted = false;
    };
  }, []);
  return airports;
}
