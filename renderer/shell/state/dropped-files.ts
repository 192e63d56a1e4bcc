/** Files for set-up that were dropped on a window: their purpose, and their content up to the contracts' size limit. */
import { setupWords } from '../../setup/words.ts';
import { UiFailure } from './bridge.ts';

/** Equal to `MAX_DROPPED_BYTES` of the contract (a test checks it), whose schemas stay out of the renderer's bundle. */
export const MAX_DROPPED_BYTES = 1024 * 1024;

export type DropTarget = 'profile' | 'identity';
type DroppedFile = Pick<File, 'name' | 'size' | 'text' | 'arrayBuffer'>;

/** The purpose of a file: by its extension, else by the zone on which it was dropped; null if there was none. */
export function targetOf<Z extends DropTarget | null>(name: string, zone: Z): DropTarget | Z {
  if (/\.(p12|pfx)$/i.test(name)) return 'identity';
  if (/\.(json|tripkit-profile)$/i.test(name)) return 'profile';
  return zone;
}

/** How much of a JSON file shows what it is, bytes. */
const START_BYTES = 256 * 1024;

/** The files that may hold flights: all that set-up has no use for, and JSON that is a list of trips or a plan of SimBrief. */
export async function flightFiles<F extends Pick<File, 'name' | 'slice'>>(files: readonly F[]): Promise<F[]> {
  const isFlights = async (file: F) => {
    if (!/\.json$/i.test(file.name)) return targetOf(file.name, null) === null;
    const start = await file
      .slice(0, START_BYTES)
      .text()
      .catch(() => '');
    return /^\s*\[/.test(start) || /"(?:ofp_layout|icao_code)"\s*:/.test(start);
  };
  const answers = await Promise.all(files.map(isFlights));
  return files.filter((_file, at) => answers[at]);
}

/** Profile first, then identity: an identity belongs to a profile. At most one of each is taken. */
export function sortFiles<F extends { name: string }>(
  files: readonly F[],
  zone: DropTarget | null,
): { profile: F | null; identity: F | null } {
  const first = (target: DropTarget) => files.find((file) => targetOf(file.name, zone) === target) ?? null;
  return { profile: first('profile'), identity: first('identity') };
}

async function read<T>(
  file: DroppedFile,
  kind: 'config' | 'identity',
  content: () => Promise<T>,
): Promise<T> {
  if (file.size > MAX_DROPPED_BYTES) throw new UiFailure({ kind, message: setupWords.tooLarge(file.name) });
  try {
    return await content();
  } catch {
    throw new UiFailure({ kind, message: setupWords.unreadable(file.name) });
  }
}

/** @throws UiFailure for a file that is too large or can't be read */
export function readText(file: DroppedFile): Promise<string> {
  return read(file, 'config', () => file.text());
}

/** @throws UiFailure for a file that is too large or can't be read */
export function readBytes(file: DroppedFile, kind: 'config' | 'identity'): Promise<Uint8Array> {
  return read(file, kind, async () => new Uint8Array(await file.arrayBuffer()));
}

/** A name that the contract accepts: 1 to 255 characters. */
export function fileNameOf(file: { name: string }): string {
  return file.name.slice(-255) || '?';
}
