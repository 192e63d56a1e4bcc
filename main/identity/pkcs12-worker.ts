/** A worker thread that opens one PKCS#12 file, so a costly file does not block the app. */
import { parentPort, workerData } from 'node:worker_threads';
import { TripKitError } from '../common/errors.ts';
import { type ClientIdentity, type OpenOptions, openPkcs12, SeveralKeysError } from './pkcs12.ts';
import type { IdentityChoice } from './several-keys.ts';

/** The worker's input. */
export interface OpenRequest extends OpenOptions {
  bytes: Uint8Array;
  passphrase: string;
}

/** The worker's answer: errors lose their class on the way. */
export type OpenAnswer =
  | { identity: ClientIdentity }
  | { choices: readonly IdentityChoice[] }
  | { refused: { message: string; condition: string | undefined } };

function answer({ bytes, passphrase, ...options }: OpenRequest): OpenAnswer {
  try {
    return { identity: openPkcs12(bytes, passphrase, options) };
  } catch (error) {
    if (error instanceof SeveralKeysError) return { choices: error.choices };
    if (!(error instanceof TripKitError)) throw error;
    return { refused: { message: error.message, condition: error.condition } };
  }
}

parentPort?.postMessage(answer(workerData as OpenRequest));
