import { hash } from 'node:crypto';
import type { Trip } from '../../main/common/trip.ts';
import type { DocumentInTheMaking, KitDocuments } from '../../main/kits/kit-documents.ts';
import type { AcceptedRequest, TripKitPdf, TripKitService } from '../../main/service/trip-kit-service.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';

/** What a test scripts of the service: each call may answer or throw. */
export interface Script {
  request?: (trip: Trip, signal?: AbortSignal) => Promise<AcceptedRequest>;
  pdf?: (tripkit_id: string, signal?: AbortSignal) => Promise<TripKitPdf>;
  download?: TripKitService['download'];
  prepareRequest?: () => Promise<void>;
  clock_off_ms?: number;
}

export const sound = new TextEncoder().encode('%PDF- a document %%EOF');

/** The engine's view of the service, answered by a script; what it leaves out goes well. */
export function scriptedService(script: Script): TripKitService {
  let made = 0;
  const service: Pick<TripKitService, 'request' | 'pdf' | 'download' | 'prepareRequest' | 'clock_off_ms'> = {
    clock_off_ms: script.clock_off_ms ?? 0,
    prepareRequest: script.prepareRequest ?? (async () => {}),
    request:
      script.request ??
      (async () => {
        made += 1;
        return { tripkit_id: `TK-${made}`, messages: [] };
      }),
    pdf:
      script.pdf ??
      (async (id) => ({ state: 'generated', url: `https://store.example/${id}`, messages: [] })),
    download:
      script.download ??
      (async (_url, sink, options) => {
        await sink.begin({ etag: '"e"', total: sound.length });
        await options?.onBegin?.(sound.length);
        await sink.write(sound);
      }),
  };
  return service as TripKitService;
}

/** Documents in memory, with faults to script. */
export class MemoryDocuments implements KitDocuments {
  readonly published = new Map<string, Uint8Array>();
  readonly parts = new Map<string, { bytes: Uint8Array; etag: string | null; total: number | null }>();
  readonly open_now = new Set<string>();
  free = Number.MAX_SAFE_INTEGER;
  verify: KitDocuments['verify'] = async () => ({ pages: 3 });

  async open(kit: KitRecord): Promise<DocumentInTheMaking> {
    if (this.open_now.has(kit.id)) throw new Error('opened twice');
    this.open_now.add(kit.id);
    const part = this.parts.get(kit.id) ?? { bytes: new Uint8Array(), etag: null, total: null };
    this.parts.set(kit.id, part);
    return {
      path: kit.id,
      get received() {
        return part.bytes.length;
      },
      get etag() {
        return part.etag;
      },
      get total() {
        return part.total;
      },
      async begin(start) {
        Object.assign(part, { bytes: new Uint8Array(), ...start });
      },
      async write(piece) {
        part.bytes = new Uint8Array([...part.bytes, ...piece]);
      },
      finish: async () => ({ bytes: part.bytes.length, sha256: hash('sha256', part.bytes) }),
      discard: async () => {
        this.parts.delete(kit.id);
      },
      close: async () => {
        this.open_now.delete(kit.id);
      },
    };
  }

  async publish(kit: KitRecord): Promise<void> {
    const part = this.parts.get(kit.id);
    if (part) this.published.set(kit.id, part.bytes);
    this.parts.delete(kit.id);
  }

  async remove(kit: KitRecord): Promise<void> {
    this.published.delete(kit.id);
    this.parts.delete(kit.id);
  }

  async freeSpace(): Promise<number> {
    return this.free;
  }
}
