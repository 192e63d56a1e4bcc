import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { replaceFile } from '../common/whole-file.ts';
import type { Sealer } from './sealer.ts';

const secretFile = z.object({ format: z.literal(1), sealed: z.base64() });

/** How a person is told of the secret. */
export interface SecretWords {
  /** What writing it is, as in “Saving the webhook’s secret”. */
  saving: string;
  /** That it can’t be read, and what to do next. */
  unreadable: string;
}

/** One secret of this installation: in a file, sealed by the keychain. */
export class SealedSecret {
  readonly #file: string;
  readonly #sealer: Sealer;
  readonly #words: SecretWords;

  /** @param file absolute; its folder is there */
  constructor(file: string, sealer: Sealer, words: SecretWords) {
    this.#file = file;
    this.#sealer = sealer;
    this.#words = words;
  }

  get isKept(): boolean {
    return existsSync(this.#file);
  }

  /** @throws TripKitError of kind `identity` or `disk` */
  async keep(secret: string): Promise<void> {
    const sealed = (await this.#sealer.seal(secret)).toString('base64');
    await replaceFile(this.#file, JSON.stringify({ format: 1, sealed })).catch((error: unknown) => {
      throw diskError(error, this.#words.saving, this.#file);
    });
  }

  /** @throws TripKitError of kind `identity` if the keychain does not give it */
  async read(): Promise<string> {
    try {
      const { sealed } = secretFile.parse(JSON.parse(await readFile(this.#file, 'utf8')));
      return await this.#sealer.unseal(Buffer.from(sealed, 'base64'));
    } catch (cause) {
      throw new TripKitError('identity', this.#words.unreadable, { cause });
    }
  }
}
