/**
 * Starting points for a profile, from a public guide of what appears to be the same service (Jeppesen, "Trip Kit as a
 * Service API", v2.1, 2019; publicly-known.md). Nothing here is hard-wired: a preset only fills
 * in a profile that an airline's IT checks against its onboarding papers.
 */
import { TripKitError } from '../common/errors.ts';
import { parseServiceProfile } from './profile.ts';
import { defaultBody, type TripkitIdPlace } from './profile-template.ts';

/** Shown wherever a preset is. */
export const PRESET_SOURCE = 'from a public guide, check against your onboarding papers';

/** The keys of a profile that a preset gives, in the profile file's own form. */
export interface PresetProfile {
  auth_url: string;
  base_url: string;
  scopes: { request: string; download: string };
  request: { method: 'POST'; path: string; body: typeof defaultBody; tripkit_id: TripkitIdPlace };
}

/** A partial profile. */
export interface Preset {
  id: 'production' | 'evaluation';
  /** For the choice in the settings. */
  title: string;
  source: typeof PRESET_SOURCE;
  profile: PresetProfile;
  /** Keys that only the airline's own papers give. */
  missing: readonly PresetValueKey[];
  /** What the guide leaves open, a sentence each with the key it is about. */
  check: readonly { key: string; why: string }[];
}

/** What a person fills in; keys as in {@link Preset.missing}. */
export interface PresetValues {
  /** The profile's name in the list of profiles. */
  name: string;
  company_code: string;
  company_name: string;
  client_id: string;
  /** The operator's authority for the authentication server: PEM certificates. */
  trust_auth: readonly string[];
}
export type PresetValueKey = 'name' | 'company_code' | 'company_name' | 'client_id' | 'trust.auth';

const missing: readonly PresetValueKey[] = [
  'name',
  'company_code',
  'company_name',
  'client_id',
  'trust.auth',
];

const check: Preset['check'] = [
  {
    key: 'auth_url',
    why: 'The guide calls the company code a path parameter, but shows a path without it: put {company_code} where your papers do.',
  },
  {
    key: 'request',
    why: 'The guide does not show the answer of the request: where the tripkit_id stands in it (request.tripkit_id) is a guess.',
  },
  {
    key: 'scopes',
    why: 'The guide does not say whether one token may have both scopes: if it may not, set token_per_scope to true.',
  },
  {
    key: 'storage.insecure_hosts',
    why: 'The guide’s example of a PDF address is plain http: if yours are, name their host here.',
  },
];

function preset(id: Preset['id'], title: string, hosts: { auth: string; api: string }): Preset {
  return {
    id,
    title,
    source: PRESET_SOURCE,
    profile: {
      auth_url: `https://${hosts.auth}:443/as/authorization.oauth2`,
      base_url: `https://${hosts.api}`,
      // The same names on both hosts: they are names, not addresses.
      scopes: {
        request: 'https://tripkit-api.jeppesen.com/create',
        download: 'https://tripkit-api.jeppesen.com/download',
      },
      request: {
        method: 'POST',
        path: '/v1/companies/{company_code}/tripkits',
        body: defaultBody,
        tripkit_id: { pointer: '/tripkit_id' },
      },
    },
    missing,
    check,
  };
}

/** The presets that are offered. */
export const presets: readonly Preset[] = [
  preset('production', 'Trip Kit as a Service, production', {
    auth: 'fedproxyclientauthn.fedp.digitalaviationservices.com',
    api: 'tripkit-api.jeppesen.com',
  }),
  preset('evaluation', 'Trip Kit as a Service, evaluation', {
    auth: 'fedproxyclientauthn.uat.fedp.digitalaviationservices.com',
    api: 'tripkit-api.tripkit-eval.jeppesen.com',
  }),
];

/**
 * A whole profile file from a preset and the airline's own values; it has passed parseServiceProfile.
 *
 * @returns JSON text, indented, as a person would hand it on
 * @throws TripKitError of kind `config`: no such preset, or a value that is missing or wrong (its key is named)
 */
export function profileFromPreset(id: string, values: PresetValues): string {
  const chosen = presets.find((one) => one.id === id);
  if (!chosen) {
    throw new TripKitError('config', 'There is no such preset. Choose one of the list.', {
      condition: 'unknown_preset',
    });
  }
  const { name, company_code, company_name, client_id, trust_auth } = values;
  const file = {
    name,
    company_code,
    company_name,
    client_id,
    ...chosen.profile,
    trust: { auth: [...trust_auth] },
  };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  parseServiceProfile(text);
  return text;
}
