/** Names of saved documents, as docs/profile-and-headless.md defines them (section 2, the last paragraph). */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Common limit of file systems for one name, bytes. Our names are ASCII, one byte a character. */
const NAME_BYTES = 255;
/** Leaves room for `-2` … `-999999` and `.pdf`. */
const LONGEST_NAME = NAME_BYTES - '-999999.pdf'.length;
/** Leaves room for the additions of PartFile and `publish`, at most `.<name>.part.name.lock`. */
const LONGEST_PART_NAME = NAME_BYTES - '..part.name.lock'.length;
/** Device names of Windows, reserved with any extension (learn.microsoft.com, "Naming Files, Paths"). */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Shortens a name to `longest` bytes; a digest of `whole` replaces the rest, so different names stay different. */
function shortened(name: string, longest: number, whole: string): string {
  if (name.length <= longest) return name;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return `${name.slice(0, longest - digest.length - 1)}-${digest}`;
}

/**
 * The file name of a kit's document, without `.pdf`: every character (Unicode code point) outside
 * `A-Za-z0-9._-` is replaced by `_`. A name that is too long for a file system is shortened; different ids still have
 * different names. On Windows a device name gets a `_` in front.
 */
export function documentName(tripkit_id: string, platform: NodeJS.Platform = process.platform): string {
  const safe = tripkit_id.replace(/[^A-Za-z0-9._-]/gu, '_');
  const allowed = platform === 'win32' && DEVICE.test(safe) ? `_${safe}` : safe;
  return shortened(allowed, LONGEST_NAME, tripkit_id);
}

/** The hidden file in `dir` that the document of that name is downloaded into. */
export function partPath(dir: string, name: string): string {
  return join(dir, `.${shortened(name, LONGEST_PART_NAME, name)}.part`);
}

/** A name reserved for one kit of this run. */
export interface Reservation {
  tripkit_id: string;
  /** Without `.pdf`. */
  name: string;
  /** Path of the unfinished document. */
  part: string;
}

/**
 * The names of one run in one folder: kits whose names collide get different ones (`-2`, `-3`, …) in the order of
 * reservation, so the same input gives the same names. The same tripkit_id always has the same reservation.
 */
export class NamedDocuments {
  readonly dir: string;
  readonly #platform: NodeJS.Platform;
  readonly #reservations = new Map<string, Reservation>();
  readonly #taken = new Set<string>();

  constructor(dir: string, platform: NodeJS.Platform = process.platform) {
    this.dir = dir;
    this.#platform = platform;
  }

  reserve(tripkit_id: string): Reservation {
    const known = this.#reservations.get(tripkit_id);
    if (known !== undefined) return known;
    const base = documentName(tripkit_id, this.#platform);
    let name = base;
    for (let n = 2; this.isReserved(name); n += 1) name = `${base}-${n}`;
    this.#taken.add(this.#key(name));
    const reservation = { tripkit_id, name, part: partPath(this.dir, name) };
    this.#reservations.set(tripkit_id, reservation);
    return reservation;
  }

  /** Whether a kit of this run has that name. */
  isReserved(name: string): boolean {
    return this.#taken.has(this.#key(name));
  }

  /** macOS and Windows do not distinguish `A.pdf` from `a.pdf`. */
  #key(name: string): string {
    return this.#platform === 'win32' || this.#platform === 'darwin' ? name.toLowerCase() : name;
  }
}
