import type { PresetField } from '../../preload/contract.ts';
import { type PresetValueKey, presets, profileFromPreset } from '../profile/presets.ts';
import type { Presets } from './profile-calls.ts';

/** The names that the contract has for what a person brings; the others are the profile's own. */
const fields: Record<PresetValueKey, PresetField> = {
  name: 'name',
  company_code: 'company_code',
  company_name: 'company_name',
  client_id: 'client_id',
  'trust.auth': 'authority',
};

/** The presets of main/profile as the contract shows them. */
export const publicPresets: Presets = {
  list: () =>
    presets.map(({ id, title, source, profile, missing, check }) => ({
      id,
      name: title,
      source,
      hosts: [new URL(profile.auth_url).hostname, new URL(profile.base_url).hostname],
      missing: missing.map((key) => fields[key]),
      checks: check.map(({ key, why }) => ({ key, why })),
    })),
  fill: ({ preset, ...values }, roots) => profileFromPreset(preset, { ...values, trust_auth: roots }),
};
