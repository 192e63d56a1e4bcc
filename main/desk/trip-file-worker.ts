/** A worker thread that reads trip files for trip-file-reader.ts. The files come from outside; a crash here harms no kit. */
import { parentPort } from 'node:worker_threads';
import { TripKitError } from '../common/errors.ts';
import { readAirports } from './airport-file.ts';
import type { TripFileAnswer, TripFileRequest } from './trip-file-reader.ts';
import { tripsOfFile } from './trips-of-file.ts';

const airports = readAirports();
airports.catch(() => {});

async function answer({ bytes, max_alternates, now }: TripFileRequest): Promise<TripFileAnswer> {
  try {
    return { content: await tripsOfFile(bytes, { max_alternates }, await airports, now) };
  } catch (error) {
    return { failure: error instanceof TripKitError ? error.message : 'The file can’t be read.' };
  }
}

parentPort?.on('message', (request: TripFileRequest) => {
  void answer(request).then((said) => parentPort?.postMessage(said));
});
parentPort?.postMessage('ready');
