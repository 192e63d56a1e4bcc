/**
 * Starting points for a profile, from a public guide of what appears to be the same service (Jeppesen, "Trip Kit as a
 * Service API", v2.1, 2019). A preset only fills in a profile that an airline's IT checks against its onboarding papers.
 */
import { TripKitError } from '../common/errors.ts';
import { parseServiceProfile } from './profile.ts';
import { defaultBody } from './profile-template.ts';

/** Shown with every preset. */
export const PRESET_SOURCE = 'from a public guide, check against your onboarding papers';

/** What a person fills in from the airline's own papers. */
export interface PresetValues {
  name: string;
  company_code: string;
  company_name: string;
  client_id: string;
  /** The operator's authority for the authentication server: PEM certificates. */
  trust_auth: readonly string[];
}

/** What the guide leaves open, one sentence for each key. */
const check: readonly { key: string; why: string }[] = [
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

function preset(id: 'production' | 'evaluation', title: string, hosts: { auth: string; api: string }) {
  return {
    id,
    title,
    source: PRESET_SOURCE,
    /** The keys of a profile that are in the guide, in the profile file's own form. */
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
    check,
  };
}

/** The presets that are offered. */
export const presets = [
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
 * @returns JSON text, indented for people
 * @throws TripKitError of kind `config`: no such preset, or a missing or wrong value (its key is named)
 */
export function profileFromPreset(id: string, values: PresetValues): string {
  const chosen = presets.find((one) => one.id === id);
  if (!chosen) {
    const message = 'There is no such preset. Choose one of the list.';
    throw new TripKitError('config', message, { condition: 'unknown_preset' });
  }
  const { name, company_code, company_name, client_id, trust_auth } = values;
  const own = { name, company_code, company_name, client_id };
  const file = { ...own, ...chosen.profile, trust: { auth: trust_auth } };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  parseServiceProfile(text);
  return text;
}
