import { basename } from 'node:path';
import type { IdentityState } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { DomainCalls } from './call-map.ts';
import { readChosenFile } from './chosen-file.ts';
import type { FileDialogs } from './file-dialogs.ts';

/** A PKCS#12 file holds a key and a chain, but not more than this, bytes. */
const MAX_PKCS12_BYTES = 1024 * 1024;

/** Client identities by profile; main/main.ts binds it to main/identity. Answers hold public facts only. */
export interface IdentityKeeper {
  state(profile_id: string): IdentityState | Promise<IdentityState>;
  canStore(): Promise<{ can: boolean; reason: string | null }>;
  /** @throws TripKitError of kind `identity` for a wrong passphrase or an unusable file, `disk` where it can't be kept */
  import(profile_id: string, pkcs12: Buffer, passphrase: string, store: boolean): Promise<IdentityState>;
  remove(profile_id: string): Promise<IdentityState>;
}

export interface IdentityCallsParts {
  identities: IdentityKeeper;
  dialogs: Pick<FileDialogs, 'openIdentity'>;
  /** A new UUID. */
  newId(): string;
  /** @throws TripKitError of kind `config` where there is no such profile */
  requireProfile(profile_id: string): void;
}

/** Calls of the domain `identity`. */
export function identityCalls(parts: IdentityCallsParts): DomainCalls<'identity'> {
  const { identities, dialogs } = parts;
  // One at a time: a person looks at one file. The page gets the handle and the name, never the path.
  let chosen: { handle: string; path: string } | null = null;
  return {
    state: (profile_id) => identities.state(profile_id),
    canStore: () => identities.canStore(),
    choose: async () => {
      const path = await dialogs.openIdentity();
      if (path === null) return null;
      chosen = { handle: parts.newId(), path };
      return { handle: chosen.handle, file_name: basename(path) };
    },
    import: async ({ profile_id, handle, passphrase, store }) => {
      parts.requireProfile(profile_id);
      const file = chosen;
      if (file?.handle !== handle) {
        throw new TripKitError('identity', 'Choose the identity file (.p12 or .pfx) again.');
      }
      const bytes = await readChosenFile(file.path, MAX_PKCS12_BYTES, 'The identity file', 'identity');
      const state = await identities.import(profile_id, bytes, passphrase, store);
      // Kept until it has worked, so that a mistyped passphrase costs no second look for the file.
      if (chosen === file) chosen = null;
      return state;
    },
    remove: (profile_id) => identities.remove(profile_id),
  };
}
