import type { IdentityState } from '../../preload/contract.ts';
import { SeveralKeysError } from '../identity/several-keys.ts';
import type { DomainCalls } from './call-map.ts';
import type { FileDialogs } from './file-dialogs.ts';
import { PendingFile } from './pending-file.ts';

/** A PKCS#12 file holds a key and a chain, but not more than this, bytes. */
const MAX_PKCS12_BYTES = 1024 * 1024;

/** Client identities by profile; main/main.ts binds it to main/identity. Answers hold public facts only. */
export interface IdentityKeeper {
  state(profile_id: string): IdentityState | Promise<IdentityState>;
  canStore(): Promise<{ can: boolean; reason: string | null }>;
  /**
   * @param options.key_sha256 which one, where the file holds several
   * @throws TripKitError of kind `identity` for a wrong passphrase or an unusable file, `disk` where it can't be kept;
   *   SeveralKeysError where one has to be chosen
   */
  import(
    profile_id: string,
    pkcs12: Buffer,
    passphrase: string,
    options: { store: boolean; key_sha256?: string },
  ): Promise<IdentityState>;
  remove(profile_id: string): Promise<IdentityState>;
}

export interface IdentityCallsDeps {
  identities: IdentityKeeper;
  dialogs: Pick<FileDialogs, 'openIdentity'>;
  /** A new UUID. */
  newId(): string;
  /** @throws TripKitError of kind `config` where there is no such profile */
  requireProfile(profile_id: string): void;
}

/** Calls of the domain `identity`. */
export function identityCalls(deps: IdentityCallsDeps): DomainCalls<'identity'> {
  const { identities, dialogs } = deps;
  const file = new PendingFile({
    newId: deps.newId,
    max_bytes: MAX_PKCS12_BYTES,
    what: 'The identity file',
    kind: 'identity',
  });
  return {
    state: (profile_id) => identities.state(profile_id),
    canStore: () => identities.canStore(),
    choose: async () => {
      const path = await dialogs.openIdentity();
      return path === null ? null : file.choose(path);
    },
    offer: (file_name, bytes) => file.offer(file_name, bytes),
    import: async ({ profile_id, handle, passphrase, store, key_sha256 }) => {
      deps.requireProfile(profile_id);
      const bytes = await file.read(handle);
      try {
        const options = key_sha256 === undefined ? { store } : { store, key_sha256 };
        const state = await identities.import(profile_id, bytes, passphrase, options);
        file.spend(handle);
        return state;
      } catch (error) {
        if (!(error instanceof SeveralKeysError)) throw error;
        return {
          state: 'several',
          choices: error.choices.map(({ sha256, subject }) => ({ sha256, subject })),
        };
      }
    },
    remove: (profile_id) => identities.remove(profile_id),
  };
}
