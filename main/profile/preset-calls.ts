import type { ProfileSummary } from '../../preload/contract.ts';
import type { SetupDomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import { PendingFile, type PendingView } from '../host/pending-file.ts';
import { readAuthorities } from './authority-file.ts';
import { presets, profileFromPreset } from './presets.ts';

/** More than any CA file with a chain or two, bytes. */
const MAX_AUTHORITY_BYTES = 1024 * 1024;

export interface PresetCallsDeps {
  dialogs: Pick<FileDialogs, 'openAuthority'>;
  /** A new UUID. */
  newId(): string;
  /** Adds a profile from its JSON text if the person agrees; otherwise null. @throws TripKitError of kind `config` */
  addProfile(text: string): Promise<ProfileSummary | null>;
}

type PresetCalls = Pick<
  SetupDomainCalls<'profiles'>,
  'presets' | 'chooseAuthority' | 'offerAuthority' | 'createFromPreset'
>;

/** The calls of the domain `profiles` that create a profile from a preset and the airline's onboarding papers. */
export function presetCalls({ dialogs, newId, addProfile }: PresetCallsDeps): PresetCalls {
  const authority = new PendingFile({
    newId,
    max_bytes: MAX_AUTHORITY_BYTES,
    what: 'The CA file',
    kind: 'config',
  });
  const certificatesOf = async (handle: string) => readAuthorities(await authority.read(handle));
  const view = async (pending: PendingView) => ({
    ...pending,
    certificates: (await certificatesOf(pending.handle)).map(({ pem: _, ...facts }) => facts),
  });
  return {
    presets: () =>
      presets.map(({ id, title, source, profile, check }) => ({
        id,
        name: title,
        source,
        hosts: [new URL(profile.auth_url).hostname, new URL(profile.base_url).hostname],
        checks: check.map(({ key, why }) => ({ key, why })),
      })),
    chooseAuthority: async () => {
      const path = await dialogs.openAuthority();
      return path === null ? null : view(authority.choose(path));
    },
    offerAuthority: (file_name, bytes) => view(authority.offer(file_name, bytes)),
    createFromPreset: async ({ authority_handle, preset, ...values }) => {
      const trust_auth = (await certificatesOf(authority_handle)).map(({ pem }) => pem);
      const created = await addProfile(profileFromPreset(preset, { ...values, trust_auth }));
      if (created) authority.spend(authority_handle);
      return created;
    },
  };
}
