/**
 * Which document each page of a document may read (main/electron/app-protocol.ts). A page has an origin of its own and one
 * document in its life, so that a page that is taken over reads nothing else.
 */
import { randomBytes } from 'node:crypto';
import { TripKitError } from '../common/errors.ts';

/** Passes that hold at the same time; the oldest goes first. */
const MOST = 256;

export class DocumentPasses {
  /** By pass, the oldest first. */
  readonly #passes = new Map<string, { kit_id: string; origin: string }>();

  /**
   * A pass for the kit's document on this origin: 256 random bits.
   * @throws TripKitError of kind `config` where the origin has another document already
   */
  give(kit_id: string, origin: string): string {
    for (const given of this.#passes.values())
      if (given.origin === origin && given.kit_id !== kit_id)
        throw new TripKitError(
          'config',
          'This view shows another document. Close it and open the kit again.',
        );
    const pass = randomBytes(32).toString('base64url');
    this.#passes.set(pass, { kit_id, origin });
    const [oldest] = this.#passes.keys();
    if (this.#passes.size > MOST && oldest !== undefined) this.#passes.delete(oldest);
    return pass;
  }

  /** The kit that the pass is for on this origin; null where it is for none. */
  kitOf(pass: string, origin: string): string | null {
    const given = this.#passes.get(pass);
    return given?.origin === origin ? given.kit_id : null;
  }

  /** The page of a document has gone: its passes end. */
  end(origin: string): void {
    for (const [pass, given] of this.#passes) if (given.origin === origin) this.#passes.delete(pass);
  }
}
