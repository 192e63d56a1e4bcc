/** The users and passwords with which this laptop reads shelves: a file for each profile, sealed by the system's keychain. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { errorCode, makePrivateFolder } from '../common/files.ts';
import { parsedJson } from '../common/json-text.ts';
import { registerSecret } from '../common/redact.ts';
import { removeFile, replaceFile } from '../common/whole-file.ts';
import type { Sealer } from '../host/sealer.ts';
import type { ShelfLogin } from './http-shelf.ts';
import { sha256Of } from './shelf-index.ts';

const file = z.strictObject({ format: z.literal(1), user: z.string(), sealed: z.base64() });

/** What a page may know of a login. `stored`: false if it is forgotten at the end of this run, for there is no keychain. */
export interface KnownLogin {
  user: string;
  stored: boolean;
}

export class ShelfLogins {
  readonly #folder: string;
  readonly #sealer: Sealer;
  /** Those that are open, by profile. */
  readonly #open = new Map<string, ShelfLogin>();

  /** @param folder absolute; it is made when the first login comes */
  constructor(folder: string, sealer: Sealer) {
    this.#folder = folder;
    this.#sealer = sealer;
  }

  /** The login of a profile's shelf, once it is open; null: none. */
  of(profile_id: string): ShelfLogin | null {
    return this.#open.get(profile_id) ?? null;
  }

  /** Opens the stored login, if there is one. @throws TripKitError of kind `identity` (keychain) or `disk` */
  async open(profile_id: string): Promise<void> {
    if (this.#open.has(profile_id)) return;
    const stored = await this.#read(profile_id);
    if (stored === null) return;
    const password = await this.#sealer.unseal(Buffer.from(stored.sealed, 'base64'));
    registerSecret(password);
    this.#open.set(profile_id, { user: stored.user, password });
  }

  /** What is known without the keychain; null: there is none. @throws TripKitError of kind `disk` */
  async known(profile_id: string): Promise<KnownLogin | null> {
    const stored = await this.#read(profile_id);
    if (stored !== null) return { user: stored.user, stored: true };
    const open = this.of(profile_id);
    return open && { user: open.user, stored: false };
  }

  /** Keeps a login in the place of another; without a keychain until the app ends. @throws TripKitError of kind `identity` or `disk` */
  async keep(profile_id: string, login: ShelfLogin): Promise<void> {
    registerSecret(login.password);
    if ((await this.#sealer.probe()).can) {
      const sealed = (await this.#sealer.seal(login.password)).toString('base64');
      try {
        await makePrivateFolder(this.#folder);
        const text = JSON.stringify({ format: 1, user: login.user, sealed } satisfies z.infer<typeof file>);
        await replaceFile(this.#path(profile_id), text);
      } catch (error) {
        throw diskError(error, 'Saving the password of the shelf', this.#path(profile_id));
      }
    } else await this.forget(profile_id);
    this.#open.set(profile_id, login);
  }

  /** Removes the login of a profile, if there is one. @throws TripKitError of kind `disk` */
  async forget(profile_id: string): Promise<void> {
    this.#open.delete(profile_id);
    try {
      await removeFile(this.#path(profile_id));
    } catch (error) {
      throw diskError(error, 'Removing the password of the shelf', this.#path(profile_id));
    }
  }

  /** Null if there is none. @throws TripKitError of kind `disk` */
  async #read(profile_id: string): Promise<z.infer<typeof file> | null> {
    const path = this.#path(profile_id);
    try {
      return file.parse(parsedJson(await readFile(path, 'utf8')));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      if (errorCode(error) !== undefined) throw diskError(error, 'Reading the password of the shelf', path);
      throw new TripKitError(
        'disk',
        'The password of the shelf that was stored on this laptop can’t be read. Enter it again in the set-up.',
        { condition: 'shelf_login_damaged', cause: error },
      );
    }
  }

  #path(profile_id: string): string {
    return join(this.#folder, `${sha256Of(Buffer.from(profile_id))}.sealed`);
  }
}
