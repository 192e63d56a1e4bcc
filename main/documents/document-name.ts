/** Names of saved documents, as docs/profile-and-headless.md fixes them (section 2, the last paragraph). */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Common limit of file systems for one name, bytes. Our names are ASCII: a character is a byte. */
const NAME_BYTES = 255;
/** Leaves room for `-2` … `-999999` and `.pdf`. */
const LONGEST_NAME = NAME_BYTES - '-999999.pdf'.length;
/** Leaves room for what PartFile and `publish` put around the name, at most `.<name>.part.name.lock`. */
const LONGEST_PART_NAME = NAME_BYTES - '..part.name.lock'.length;
/** Names that Windows gives to devices, whatever their extension (learn.microsoft.com, "Naming Files, Paths"). */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Cut to `longest` bytes; a digest of `whole` in place of the rest keeps different names different. */
function shortened(name: string, longest: number, whole: string): string {
  if (name.length <= longest) return name;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return `${name.slice(0, longest - digest.length - 1)}-${digest}`;
}

/**
 * The file name, without `.pdf`, of the document of a kit: every character (Unicode code point) outside
 * `A-Za-z0-9._-` replaced by `_`. A name that is too long for a file system is shortened; two different ids stay
 * different then. On Windows a device name gets a `_` in front.
 */
export function documentName(tripkit_id: string, platform: NodeJS.Platform = process.platform): string {
  const safe = tripkit_id.replace(/[^A-Za-z0-9._-]/gu, '_');
  const allowed = platform === 'win32' && DEVICE.test(safe) ? `_${safe}` : safe;
  return shortened(allowed, LONGEST_NAME, tripkit_id);
}

/** The hidden file in `dir` in which the document of that name is made. */
export function partPath(dir: string, name: string): string {
  return join(dir, `.${shortened(name, LONGEST_PART_NAME, name)}.part`);
}

/** A name that one kit of this run has for itself. */
export interface Reservation {
  tripkit_id: string;
  /** Without `.pdf`. */
  name: string;
  /** Where its document is made. */
  part: string;
}

/**
 * The names of one run in one folder: kits whose names collide get distinct ones (`-2`, `-3`, …) in the order in which
 * they are reserved, so that the same input gives the same names. The same tripkit_id always has the same reservation.
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

  /** macOS and Windows do not tell `A.pdf` from `a.pdf`. */
  #key(name: string): string {
    return this.#platform === 'win32' || this.#platform === 'darwin' ? name.toLowerCase() : name;
  }
}
