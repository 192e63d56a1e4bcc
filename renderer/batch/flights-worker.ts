/**
 * The worker that reads a file of flights: two thousand rows of a workbook take longer than a frame. It has the list of airports
 * by itself, reads one content and is ended.
 */

import { type FirstRow, type FlightsRead, readFlights } from '../../main/trips/rules/read-flights.ts';
import { readAirportCodes } from '../../main/trips/rules/trip-file.ts';
import address from '../airports/airports.txt?url';

export interface ReadingTask {
  content: Uint8Array | string;
  first: FirstRow;
  /** Ms since 1970 UTC. */
  now: number;
}
/** Null where it failed. */
export type ReadingAnswer = FlightsRead | null;

async function read({ content, first, now }: ReadingTask): Promise<FlightsRead> {
  // A path of the page's origin, wherever the worker's own script stands.
  const response = await fetch(new URL(address, location.origin));
  if (!response.ok) throw new Error(`the list of airports answered with ${response.status}`);
  return readFlights(content, readAirportCodes(await response.text()), now, first);
}

addEventListener('message', ({ data }: MessageEvent<ReadingTask>) => {
  read(data).then(
    (answer: ReadingAnswer) => postMessage(answer),
    () => postMessage(null satisfies ReadingAnswer),
  );
});
