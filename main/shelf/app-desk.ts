/** The desk of this app: puts what the watched folders deliver on the shelf of their profile, signed with a key of its own. */
import { join } from 'node:path';
import type { DeskWords } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { makePrivateFolder } from '../common/files.ts';
import { withTimeLimit } from '../common/wait.ts';
import type { ShelfDeliveries } from '../desk/watch-keeper.ts';
import type { Host } from '../host/host.ts';
import { SealedSecret } from '../host/sealed-secret.ts';
import { openShelfDesk, type ShelfDesk } from './shelf-desk.ts';
import { newShelfKey, publicNameOf, readShelfKey } from './shelf-index.ts';
import { ShelfPublisher } from './shelf-publisher.ts';
import type { OpenShelf, Shelves } from './shelves.ts';

/** How long a message or withdrawal may take, ms. */
const SAY_MS = 120_000;

export class AppDesk {
  readonly #host: Pick<Host, 'clock' | 'log'>;
  readonly #shelves: Pick<Shelves, 'find'>;
  readonly #folder: string;
  readonly #key: SealedSecret;
  /** The desk of the shelf as its profile is now. */
  #open: { shelf: OpenShelf; desk: ShelfDesk } | null = null;

  constructor(host: Pick<Host, 'clock' | 'log' | 'paths' | 'sealer'>, shelves: Pick<Shelves, 'find'>) {
    this.#host = host;
    this.#shelves = shelves;
    this.#folder = join(host.paths.user_data, 'shelves');
    this.#key = new SealedSecret(join(this.#folder, 'desk-key.json'), host.sealer, {
      saving: 'Saving the desk’s key of the shelf',
      unreadable:
        'The desk’s key of the shelf can’t be read from the keychain. Unlock it, or save the watched folders again in set-up: this desk then gets another key.',
    });
  }

  /**
   * Makes the key of this desk, unless there is one that can be read.
   *
   * @returns its public part, which `shelf.keys` of the profile has to name
   * @throws TripKitError of kind `identity` (the keychain) or `disk`
   */
  async makeKey(): Promise<string> {
    const known = await this.#key.read().catch(() => null);
    if (known !== null) return publicNameOf(readShelfKey(known));
    const { pem, key } = newShelfKey();
    await makePrivateFolder(this.#folder);
    await this.#key.keep(pem);
    this.#open = null;
    return key;
  }

  get hasKey(): boolean {
    return this.#key.isKept;
  }

  /** Says something to all who have a kit of a profile’s shelf. @throws as `desk`, and as ShelfDesk.tell; of kind `network` after a time */
  async say(profile_id: string, tripkit_id: string, kind: DeskWords, text: string): Promise<void> {
    const desk = await this.desk(profile_id);
    const late = () =>
      new TripKitError(
        'network',
        'The shelf did not answer in time. Look whether it is there, and try again.',
        { condition: 'slow' },
      );
    const { end } = this.#shelves.find(profile_id);
    await withTimeLimit(SAY_MS, late, this.#host.clock, end.signal, (signal) =>
      kind === 'message' ? desk.tell(tripkit_id, text, signal) : desk.recall(tripkit_id, text, signal),
    );
  }

  /** What puts the deliveries of a profile on its shelf. */
  publisher(profile_id: string, deliveries: ShelfDeliveries): ShelfPublisher {
    return new ShelfPublisher({
      ...this.#host,
      ...deliveries,
      desk: {
        publish: async (kits, signal) => (await this.desk(profile_id)).publish(kits, signal),
        renew: async (signal) => (await this.desk(profile_id)).renew(signal),
      },
      told: () => {},
    });
  }

  /**
   * The desk of a profile's shelf.
   *
   * @throws TripKitError of kind `config` if the profile names no shelf or not this desk, or its person did not agree to it; of kind
   * `identity` or `disk`
   */
  async desk(profile_id: string): Promise<ShelfDesk> {
    const shelf = this.#shelves.find(profile_id);
    await shelf.requireAgreed();
    if (this.#open?.shelf === shelf) return this.#open.desk;
    if (!this.#key.isKept) await this.makeKey();
    const pem = await this.#key.read();
    this.#open = { shelf, desk: openShelfDesk(shelf.shelf, shelf.place, pem, this.#host.clock) };
    return this.#open.desk;
  }
}
