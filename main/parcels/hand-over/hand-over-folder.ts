/** The folder in which hand-over files are made and unpacked: `hand-over` in the user-data folder. */
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { diskError } from '../../common/disk-error.ts';
import { quoted } from '../../common/text.ts';
import { replaceFile } from '../../common/whole-file.ts';
import { type HandOverManifest, readManifest } from './manifest.ts';

/** Copies of databases that are being handed over. */
export const MAKING = 'making';
/** The unpacked content of a file; with `decision.json` beside it, it is brought in at the next start. */
export const COMING = 'coming';
const DECISION = 'decision.json';

const decision = z.object({
  format: z.literal(1),
  manifest: z.unknown().transform((value) => readManifest(JSON.stringify(value))),
  /** The file's name. */
  file_name: z.string(),
  /** When the person accepted, ms since 1970 UTC. */
  at: z.number().int(),
  who: z.string(),
  /** Profiles of the other laptop that exist here under another id: theirs to ours. */
  profiles: z.record(z.string(), z.string()),
  /** How many starts have tried to bring it in. */
  attempts: z.number().int().nonnegative(),
});

/** What a person has accepted: it is brought in at the next start. */
export type Decision = z.infer<typeof decision>;

/** The folder itself. */
export function handOverFolder(user_data: string): string {
  return join(user_data, 'hand-over');
}

/** Creates an empty folder in it, for the owner only. @throws TripKitError of kind `disk` */
export async function emptyFolder(user_data: string, name: typeof MAKING | typeof COMING): Promise<string> {
  const folder = join(handOverFolder(user_data), name);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch (error) {
    throw diskError(error, 'Preparing the hand-over', join(folder, '.'));
  }
}

/** What a person agrees to with a decision: all of it but how often it was tried. */
export function agreedOf({ attempts: _, ...agreed }: Decision): Omit<Decision, 'attempts'> {
  return agreed;
}

/** Removes everything, the decision first, so nothing half removed is brought in. @throws the file system's error */
export async function clearHandOver(user_data: string): Promise<void> {
  const folder = handOverFolder(user_data);
  await rm(join(folder, DECISION), { force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Writes a decision, durably: from here on it is carried out, even if the app dies. @throws TripKitError of kind `disk` */
export async function decide(user_data: string, { manifest, ...rest }: Decision): Promise<void> {
  const folder = handOverFolder(user_data);
  const path = join(folder, DECISION);
  try {
    const text = JSON.stringify({ ...rest, manifest } satisfies Record<keyof Decision, unknown>);
    await replaceFile(path, text);
  } catch (error) {
    throw diskError(error, 'Preparing the hand-over', path);
  }
}

/** The decision of the last run; null if there is none, or none that can be read. */
export function readDecision(user_data: string): Decision | null {
  try {
    const text = readFileSync(join(handOverFolder(user_data), DECISION), 'utf8');
    return decision.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The origin as the file has it, for a sentence: `the laptop “FLIGHT-07” of “maria”`. */
export function madeBy({ made_by: { user, computer } }: Pick<HandOverManifest, 'made_by'>): string {
  const laptop = computer === '' ? 'another laptop' : `the laptop ${quoted(computer)}`;
  return user === '' ? laptop : `${laptop} of ${quoted(user)}`;
}
