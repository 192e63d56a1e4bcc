/**
 * Which document each document page may read (main/electron/app-protocol.ts). A page has its own origin and only one
 * document, so a page that is taken over can read nothing else.
 */
import { randomBytes } from 'node:crypto';
import { TripKitError } from '../common/errors.ts';

/** Maximum number of valid passes; the oldest is dropped first. */
const MOST = 256;

export class DocumentPasses {
  /** By pass, oldest first. */
  readonly #passes = new Map<string, { kit_id: string; origin: string }>();

  /**
   * Creates a pass for the kit's document on this origin: 256 random bits.
   * @throws TripKitError of kind `config` if the origin already has another document
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

  /** The kit of the pass on this origin; null if the pass is not valid there. */
  kitOf(pass: string, origin: string): string | null {
    const given = this.#passes.get(pass);
    return given?.origin === origin ? given.kit_id : null;
  }

  /** Ends the passes of an origin, after the document's page has gone. */
  end(origin: string): void {
    for (const [pass, given] of this.#passes) if (given.origin === origin) this.#passes.delete(pass);
  }
}
