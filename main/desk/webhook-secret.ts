import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { replaceFile } from '../common/whole-file.ts';
import type { Sealer } from '../host/sealer.ts';

const secretFile = z.object({ format: z.literal(1), sealed: z.base64() });

/** The secret that signs the webhook's calls: in a file, sealed by the keychain. */
export class WebhookSecret {
  readonly #file: string;
  readonly #sealer: Sealer;

  /** @param file absolute */
  constructor(file: string, sealer: Sealer) {
    this.#file = file;
    this.#sealer = sealer;
  }

  get isKept(): boolean {
    return existsSync(this.#file);
  }

  /** @throws TripKitError of kind `identity` or `disk` */
  async keep(secret: string): Promise<void> {
    const sealed = (await this.#sealer.seal(secret)).toString('base64');
    await replaceFile(this.#file, JSON.stringify({ format: 1, sealed })).catch((error: unknown) => {
      throw diskError(error, 'Saving the webhook’s secret', this.#file);
    });
  }

  /** @throws TripKitError of kind `identity` if the keychain does not give it */
  async read(): Promise<string> {
    try {
      const { sealed } = secretFile.parse(JSON.parse(await readFile(this.#file, 'utf8')));
      return await this.#sealer.unseal(Buffer.from(sealed, 'base64'));
    } catch (cause) {
      throw new TripKitError(
        'identity',
        'The secret of the webhook can’t be read from the keychain. Unlock it, or enter the secret again in set-up.',
        { cause },
      );
    }
  }
}
