import { useEffect, useState } from 'react';
import { whenIdle } from '../design/idle.ts';
import { AirportIndex } from './airport-index.ts';
import address from './airports.txt?url';

/** How long reading the list may take, ms; it is a file of the app itself. */
const TIMEOUT_MS = 5_000;
/** How long the reading waits for the window to be idle, ms: the list of kits asks for it at the start. */
const LATEST_MS = 1_000;

let reading: Promise<AirportIndex> | null = null;
let read: AirportIndex | null = null;

async function readAirports(): Promise<AirportIndex> {
  await whenIdle(LATEST_MS);
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the list of airports answered with ${response.status}`);
  return new AirportIndex(await response.text());
}

/**
 * Names and time zones of airports, read once; null until they are there, and where they can't be read: codes are typed
 * without, and times are in UTC alone. The next component that asks tries again.
 */
export function useAirports(): AirportIndex | null {
  const [airports, setAirports] = useState(read);
  useEffect(() => {
    let mounted = true;
    reading ??= readAirports();
    reading.then(
      (value) => {
        read = value;
        if (mounted) setAirports(value);
      },
      () => {
        reading = null;
      },
    );
    return () => {
      mounted = false;
    };
  }, []);
  return airports;
}
