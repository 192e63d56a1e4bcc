/** Shelves for tests: storage in memory that can fail, and kits to put there. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DocumentInTheMaking } from '../../main/kits/kit-documents.ts';
import type { DocumentSink } from '../../main/service/download.ts';
import { tooLong } from '../../main/shelf/folder-shelf.ts';
import type { Publication } from '../../main/shelf/shelf-desk.ts';
import { documentName } from '../../main/shelf/shelf-index.ts';
import type { ListedFile, ShelfBody, ShelfFile, ShelfPlace } from '../../main/shelf/shelf-place.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { MemoryDocuments } from '../kits/fake-service.ts';

/** Storage in memory. */
export class MemoryShelf implements ShelfPlace {
  readonly where = 'a test';
  readonly files = new Map<string, Buffer>();
  readonly calls: string[] = [];
  readonly claims = new Set<string>();
  /** Called before each step; what it throws is thrown. */
  before: (step: string) => void | Promise<void> = () => {};

  async prepare(): Promise<void> {}

  async read(
    name: string,
    { etag, most }: { etag?: string | null; most: number; signal: AbortSignal },
  ): Promise<ShelfFile | 'unchanged' | null> {
    this.calls.push(`read ${name}`);
    await this.before(`read ${name}`);
    const bytes = this.files.get(name);
    if (!bytes) return null;
    if (bytes.length > most) throw tooLong(this.where);
    return etagOf(bytes) === etag ? 'unchanged' : { bytes, etag: etagOf(bytes) };
  }

  async list(folder: string, { most }: { most: number }): Promise<ListedFile[]> {
    this.calls.push(`list ${folder}`);
    await this.before(`list ${folder}`);
    const there = [...this.files].filter(([name]) => name.startsWith(`${folder}/`)).slice(0, most);
    return there.map(([name, bytes]) => ({ name: name.slice(folder.length + 1), version: etagOf(bytes) }));
  }

  async download(sha256: string, sink: DocumentSink): Promise<void> {
    const bytes = this.files.get(documentName(sha256));
    if (!bytes) throw new Error('gone');
    await sink.begin({ etag: null, total: bytes.length });
    await sink.write(bytes);
  }

  async put(name: string, body: ShelfBody): Promise<void> {
    this.calls.push(`put ${name}`);
    const bytes = Buffer.isBuffer(body) ? body : await readFile(body.path);
    await this.before(`put ${name}`);
    this.files.set(name, bytes);
  }

  async claim(name: string): Promise<boolean> {
    await this.before(`claim ${name}`);
    const isFree = !this.claims.has(name);
    this.claims.add(name);
    return isFree;
  }

  async release(name: string): Promise<void> {
    await this.before(`release ${name}`);
    this.claims.delete(name);
  }

  async remove(name: string): Promise<void> {
    await this.before(`remove ${name}`);
    this.files.delete(name);
  }

  async close(): Promise<void> {}
}

const etags = new WeakMap<Buffer, string>();

function etagOf(bytes: Buffer): string {
  const etag = etags.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  etags.set(bytes, etag);
  return etag;
}

/** Documents in memory, with their hashes. */
export class HashedDocuments extends MemoryDocuments {
  override async open(kit: KitRecord): Promise<DocumentInTheMaking> {
    const document = await super.open(kit);
    return Object.defineProperty(document, 'finish', {
      value: async () => {
        const { bytes } = this.parts.get(kit.id) ?? { bytes: new Uint8Array() };
        return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
      },
    });
  }
}

/** A folder that goes with the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tripkit-shelf-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A kit with a document in the folder. */
export function aPublication(
  folder: string,
  tripkit_id: string,
  trip: Partial<Publication['trip']> = {},
  text: string | Buffer = `%PDF-1.7 of ${tripkit_id}\n%%EOF\n`,
): Publication {
  const path = join(folder, `${tripkit_id}.pdf`);
  writeFileSync(path, text);
  return {
    tripkit_id,
    trip: {
      origin: 'EHAM',
      destination: 'EGLL',
      flight: 'KLM701',
      departure: '2027-03-28T10:30:00Z',
      ...trip,
    },
    requested_at: '2027-03-27T08:00:00.000Z',
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    pages: 1,
    messages: [],
    path,
  };
}
