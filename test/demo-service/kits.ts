/** The trip kits of a demo service: when each is generated, where its document is, and its storage URLs. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DemoMessage, DemoTrip } from './trip-rules.ts';

/** A document in storage. */
export interface KitFile {
  path: string;
  bytes: number;
  /** HTTP date. */
  last_modified: string;
  /** Offset of the binary comment behind the PDF header: may be changed without harm. Null where there is none. */
  comment_at: number | null;
}

/** One trip kit. */
export interface DemoKit {
  tripkit_id: string;
  /** Null for a kit that nobody requested here. */
  trip: DemoTrip | null;
  /** performance.now() at the request's acceptance; null for a kit that nobody requested here. */
  requested_at: number | null;
  /** performance.now() from which get-PDF may answer 200. */
  ready_at: number;
  errors: DemoMessage[];
  warnings: DemoMessage[];
  /** Settles when the document is on disk. */
  document: Promise<KitFile>;
  /** The document, once it is on disk. */
  file: KitFile | null;
  /** Set where generation failed. */
  broken: boolean;
  /** Opaque name of the object in storage. */
  object: string;
  file_name: string;
  /** Counts up at each change of the document. */
  version: number;
  /** Counts up when all URLs that were given out are voided. */
  epoch: number;
}

/** Reads what storage needs to know of a file. Throws where it can't be read. */
export async function describeFile(path: string): Promise<KitFile> {
  const { size, mtime } = await stat(path);
  const handle = await open(path);
  try {
    const head = Buffer.alloc(20);
    await handle.read(head, 0, head.length, 0);
    // ISO 32000-1, 7.5.2: a comment of at least four bytes above 127 follows the header.
    const comment = /^%PDF-\d\.\d\r?\n%[\x80-\xff]{4}/.exec(head.toString('latin1'));
    const comment_at = comment ? comment[0].length - 4 : null;
    return { path, bytes: size, last_modified: mtime.toUTCString(), comment_at };
  } finally {
    await handle.close();
  }
}

/** How a kit comes into the registry. */
export interface NewKit {
  tripkit_id: string;
  trip: DemoTrip | null;
  requested_at: number | null;
  /** ms from now. */
  ready_in_ms: number;
  errors: DemoMessage[];
  warnings: DemoMessage[];
  document: Promise<KitFile>;
  file_name: string;
}

/** What a storage URL turned out to be. */
export type UrlVerdict = { kit: DemoKit } | { refused: 'signature' | 'expired' | 'missing' };

/** All kits of one service. */
export class KitRegistry {
  readonly #queries = new Set<string>();
  readonly #byId = new Map<string, DemoKit>();
  readonly #byObject = new Map<string, DemoKit>();
  readonly #secret = randomBytes(32);
  readonly #urlLife_s: number;

  constructor(url_life_s: number) {
    this.#urlLife_s = url_life_s;
  }

  /** Adds a kit; one of the same id is replaced. */
  add(kit: NewKit): DemoKit {
    const added: DemoKit = {
      tripkit_id: kit.tripkit_id,
      trip: kit.trip,
      requested_at: kit.requested_at,
      ready_at: performance.now() + kit.ready_in_ms,
      errors: kit.errors,
      warnings: kit.warnings,
      document: kit.document,
      file: null,
      broken: false,
      object: randomBytes(12).toString('hex'),
      file_name: kit.file_name,
      version: 1,
      epoch: 0,
    };
    kit.document.then(
      (file) => {
        added.file = file;
      },
      () => {
        added.broken = true;
      },
    );
    this.#byId.set(added.tripkit_id, added);
    this.#byObject.set(added.object, added);
    return added;
  }

  get(tripkit_id: string): DemoKit | undefined {
    return this.#byId.get(tripkit_id);
  }

  list(): DemoKit[] {
    return [...this.#byId.values()];
  }

  isGenerated(kit: DemoKit): boolean {
    return kit.file !== null && performance.now() >= kit.ready_at;
  }

  /** A fresh presigned URL on this origin. */
  sign(kit: DemoKit, origin: string): string {
    const path = `/demo-tripkits/${kit.object}/${encodeURIComponent(kit.file_name)}`;
    const expires = Math.floor(Date.now() / 1000) + this.#urlLife_s;
    const query = new URLSearchParams({
      AWSAccessKeyId: 'TRIPKITDEMO',
      Expires: String(expires),
      Signature: this.#signature(path, expires, kit.epoch),
    });
    this.#queries.add(String(query));
    return `${origin}${path}?${query}`;
  }

  /** The query of every URL that was ever given out. */
  queries(): string[] {
    return [...this.#queries];
  }

  /** Checks a storage request's raw path and query. */
  verify(path: string, query: string): UrlVerdict {
    const [bucket, object = ''] = path.split('/').slice(1);
    const kit = this.#byObject.get(object);
    if (bucket !== 'demo-tripkits' || !kit) return { refused: 'missing' };
    const parameters = new URLSearchParams(query);
    const expires = Number(parameters.get('Expires'));
    const given = Buffer.from(parameters.get('Signature') ?? '');
    const isOf = (epoch: number) => {
      const expected = Buffer.from(this.#signature(path, expires, epoch));
      return expected.length === given.length && timingSafeEqual(expected, given);
    };
    if (!isOf(kit.epoch)) {
      for (let epoch = 0; epoch < kit.epoch; epoch += 1) if (isOf(epoch)) return { refused: 'expired' };
      return { refused: 'signature' };
    }
    return Date.now() / 1000 >= expires ? { refused: 'expired' } : { kit };
  }

  /** The strong entity tag of the present version of a document (RFC 9110, 8.8.3). */
  etag(kit: DemoKit, file: KitFile): string {
    const hash = createHash('sha256').update(`${kit.object}\n${file.bytes}\n${file.last_modified}`);
    return `"${hash.digest('hex').slice(0, 32)}-${kit.version}"`;
  }

  #signature(path: string, expires: number, epoch: number): string {
    return createHmac('sha256', this.#secret).update(`${path}\n${expires}\n${epoch}`).digest('base64');
  }
}

/** A file name such as KDEN-KLAX--2018-08-10.pdf. */
export function kitFileName(trip: DemoTrip): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(trip.departure)?.[0] ?? new Date().toISOString().slice(0, 10);
  return `${trip.origin}-${trip.destination}--${day}.pdf`;
}

/** The name under which a pinned file is stored. */
export function pinnedFileName(path: string): string {
  return basename(path);
}
