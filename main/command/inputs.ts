import { open, readFile } from 'node:fs/promises';
import { TripKitError } from '../common/errors.ts';
import { registerSecret } from '../common/redact.ts';
import type { Trip } from '../common/trip.ts';
import { type ClientIdentity, checkValidity, openPkcs12 } from '../identity/pkcs12.ts';
import { parseServiceProfile, type ServiceProfile } from '../profile/profile.ts';
import { readTripsCsv, readTripsJson, requireTrips } from '../trips/read-trips.ts';
import type { CommandOf } from './arguments.ts';
import type { HeadlessIo } from './io.ts';

type IdentityArguments = Pick<CommandOf<'identity show'>, 'identity' | 'passphrase_file'>;

/** Reads a profile file. @throws TripKitError of kind `config` */
export async function readProfile(file: string): Promise<ServiceProfile> {
  return parseServiceProfile(await readText(file, 'profile'));
}

/** Opens the identity file with the passphrase that the command specifies. @throws TripKitError of kind `identity` */
export async function readIdentity(args: IdentityArguments, io: HeadlessIo): Promise<ClientIdentity> {
  const passphrase = await readPassphrase(args, io);
  const bytes = await read(args.identity, 'identity file', 'identity');
  return openPkcs12(bytes, passphrase);
}

/** As {@link readIdentity}, but refuses one that is not valid now. */
export async function readValidIdentity(args: IdentityArguments, io: HeadlessIo): Promise<ClientIdentity> {
  const identity = await readIdentity(args, io);
  checkValidity(identity.facts, io.clock.now());
  return identity;
}

/** Reads and checks a file of trips; its name decides between JSON and CSV. @throws TripKitError of kind `config` */
export async function readTrips(file: string, limits: { max_alternates: number }): Promise<Trip[]> {
  const text = await readText(file, 'trip file');
  return requireTrips(/\.csv$/i.test(file) ? readTripsCsv(text, limits) : readTripsJson(text, limits));
}

async function readPassphrase({ passphrase_file }: IdentityArguments, io: HeadlessIo): Promise<string> {
  const given = io.takeVariable('TRIPKIT_PASSPHRASE');
  const passphrase =
    passphrase_file === null
      ? (given ?? '')
      : (await read(passphrase_file, 'passphrase file', 'identity'))
          .toString('utf8')
          .replace(/^\uFEFF|\r?\n$/g, '');
  registerSecret(passphrase);
  return passphrase;
}

/** The text of a file. @throws TripKitError of kind `config` */
export async function readText(file: string, what: string): Promise<string> {
  return (await read(file, what, 'config')).toString('utf8').replace(/^\uFEFF/, '');
}

async function read(file: string, what: string, kind: 'config' | 'identity'): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw unreadable(error, file, what, kind);
  }
}

/** A shorter secret can be guessed; characters. */
const LEAST_SECRET = 16;

/** The secret for signing a webhook's calls, from a file with one line. @throws TripKitError of kind `config` */
export async function readWebhookSecret(file: string): Promise<string> {
  const secret = (await readText(file, 'webhook secret')).replace(/\r?\n$/, '');
  if (secret.length >= LEAST_SECRET && !/[\r\n]/.test(secret)) return secret;
  throw new TripKitError(
    'config',
    `The webhook secret in ${file} has to be one line of at least ${LEAST_SECRET} characters.`,
    { condition: 'webhook_secret' },
  );
}

/** @throws TripKitError of kind `disk` if there is no such document, or it is a folder */
export async function checkReadable(file: string): Promise<void> {
  try {
    await using handle = await open(file, 'r');
    await handle.read(Buffer.alloc(1), 0, 1, 0);
  } catch (error) {
    throw unreadable(error, file, 'document', 'disk');
  }
}

/** The error for a file that the system does not let us read. */
export function unreadable(
  error: unknown,
  file: string,
  what: string,
  kind: 'config' | 'identity' | 'disk',
): TripKitError {
  const code = error instanceof Error ? String(Reflect.get(error, 'code')) : '';
  const why =
    { ENOENT: 'there is no such file', EACCES: 'access is denied', EISDIR: 'it is a folder' }[code] ??
    `it can’t be read (${code})`;
  // Windows, where the other program shares it with nobody.
  const advice =
    code === 'EBUSY'
      ? 'another program has it open. Close that program and try again.'
      : `${why}. Check its name and try again.`;
  return new TripKitError(kind, `The ${what} ${file} can't be used: ${advice}`, {
    condition: 'unreadable_file',
    cause: error,
  });
}
