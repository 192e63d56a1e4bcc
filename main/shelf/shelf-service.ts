import { TripKitError } from '../common/errors.ts';
import type { DocumentSink, DownloadOptions } from '../service/download.ts';
import type { AcceptedRequest, KitService, TripKitPdf } from '../service/trip-kit-service.ts';
import type { ShelfKit } from './shelf-index.ts';
import type { ShelfPlace } from './shelf-place.ts';

/**
 * A shelf as the service of its kits: each is generated, and its document is on the shelf, with the hash that its desk has signed. So a
 * kit from the shelf is downloaded, resumed, verified and kept as all others.
 */
export class ShelfService implements KitService {
  readonly clock_off_ms = 0;
  readonly #place: Pick<ShelfPlace, 'download'>;
  readonly #kits: () => Promise<readonly ShelfKit[]>;

  /** @param kits those on the shelf, by the last look */
  constructor(place: Pick<ShelfPlace, 'download'>, kits: () => Promise<readonly ShelfKit[]>) {
    this.#place = place;
    this.#kits = kits;
  }

  async prepareRequest(): Promise<void> {
    throw noRequests();
  }

  async request(): Promise<AcceptedRequest> {
    throw noRequests();
  }

  /** @throws TripKitError of kind `not_found` if the shelf does not have it, or it was withdrawn */
  async pdf(tripkit_id: string): Promise<TripKitPdf> {
    const kit = (await this.#kits()).find((one) => one.tripkit_id === tripkit_id);
    if (!kit)
      throw new TripKitError('not_found', 'The kit is not on the shelf. Ask your scheduler for it.', {
        condition: 'shelf_gone',
      });
    if (kit.recalled)
      throw new TripKitError(
        'not_found',
        `The kit was withdrawn: ${kit.recalled.why} Ask your scheduler for another one.`,
        {
          condition: 'shelf_recalled',
        },
      );
    const { sha256, messages } = kit;
    return { state: 'generated', url: sha256, sha256, messages };
  }

  download(
    url: string,
    sink: DocumentSink,
    options: Pick<DownloadOptions, 'onBegin' | 'onProgress' | 'signal'> = {},
  ): Promise<void> {
    return this.#place.download(url, sink, options);
  }
}

function noRequests(): TripKitError {
  return new TripKitError('config', 'A shelf takes no requests: request the kit from the service.', {
    condition: 'shelf_request',
  });
}
