/** Profiles: a person's own, and those that IT manages, with its policies. */
import { readFileSync } from 'node:fs';
import { preferencesContent } from '../../../main/policies/managed-preferences.ts';
import { parseManagedProfile } from '../../../main/policies/managed-profile.ts';
import { parsePlist } from '../../../main/policies/plist.ts';
import { registryContent } from '../../../main/policies/registry-policies.ts';
import { parseServiceProfile } from '../../../main/profile/profile.ts';
import { fillRequestTemplate } from '../../../main/profile/request-template.ts';
import { readTripkitId } from '../../../main/profile/tripkit-id.ts';
import { lockableSettings } from '../../../preload/contract.ts';
import { defineTarget } from '../define-target.ts';
import { bytes } from '../mutators/bytes.ts';
import { text } from '../mutators/text.ts';

const PEM = readFileSync(new URL('../../identity/fixtures/certificate.pem', import.meta.url), 'utf8');
const TRIP = {
  origin: 'EHAM',
  destination: 'KJFK',
  alternates: ['KBOS'],
  route: 'EHAM N0450F350 KJFK',
  flight: 'KLM641',
  departure: '2026-11-23T10:45:00Z',
};

/** A profile in which every key is used. */
export const PROFILE = {
  name: 'Demo Air',
  company_code: 'DEMO',
  company_name: 'Demo Air',
  client_id: 'demo-client',
  auth_url: 'https://127.0.0.1:9443/as/{company_code}/authorization.oauth2',
  base_url: 'https://127.0.0.1:9444',
  scopes: { request: 'urn:demo:create', download: 'urn:demo:download' },
  token_per_scope: true,
  user_agent: 'demo/1',
  trust: { auth: [PEM], api: 'system' },
  storage: { insecure_hosts: ['127.0.0.1', 'storage.example'] },
  request: {
    method: 'PUT',
    path: '/v1/companies/{company_code}/tripkits?flight={flight?}',
    body: {
      to: '{destination}',
      alternates: '{alternates?}',
      at: { when: '{departure?}', route: '{route?}' },
    },
    tripkit_id: { header: 'location', pattern: '/tripkits/([^/]+)' },
  },
  batch: { max_alternates: 3, parallel_requests: 2, parallel_downloads: 2 },
};
const { request: _, ...PLAIN } = PROFILE;

/** The forms of a property list: a binary one as Python's plistlib writes it, and XML. */
const PLISTS = [
  Buffer.from(
    'YnBsaXN0MDDXAQIDBAUGBwgJCgsMFRZeUGF5bG9hZFZlcnNpb25cYXVkaXRfbW9udGhzVmV4cG9ydF8QGWtlZXBfZGF5c19hZnRlcl9kZXBhcnR1cmVYcHJvZmlsZXNVdGhlbWVVd2F0Y2gQARAkCFRudWxsog0ObxAPAHsAIgBuAGEAbQBlACIAOgAiAEQA6QBtAG8AIgB90g8QERJUbmFtZVV0cnVzdFF40RMUVGF1dGhWc3lzdGVtVW5pZ2h01RcYDxkaGx0eHyBXY29tbWFuZFJpblNvdXRXcHJvZmlsZaEcWS9iaW4vdHJ1ZVMvaW5ce2ZsaWdodH0ucGRmVC9vdXRUZGVtbwAIABcAJgAzADoAVgBfAGUAawBtAG8AcAB1AHgAmQCeAKMAqQCrAK4AswC6AMAAywDTANYA2gDiAOQA7gDyAP8BBAAAAAAAAAIBAAAAAAAAACEAAAAAAAAAAAAAAAAAAAEJ',
    'base64',
  ),
  Buffer.from(
    '<?xml version="1.0"?><plist version="1.0"><dict><key>theme</key><string>night &amp; day</string><key>audit_months</key><integer>36</integer><key>export</key><false/><key>watch</key><dict><key>command</key><array><string>a</string></array></dict><key>since</key><date>2026-11-23T00:00:00Z</date><key>blob</key><data>AAEC</data></dict></plist>',
  ),
];
/** Values of the registry, as JSON. */
const VALUES = [
  {
    theme: 'night',
    audit_months: 36,
    export: 0,
    keep_days_after_departure: 'null',
    update_hours: '22:00-05:30',
  },
  {
    profiles: [JSON.stringify([{ ...PLAIN, trust: { auth: 'system' } }])],
    watch: ['{"profile":"demo",', '"in":"/in"}'],
  },
].map((values) => JSON.stringify(values));

export const profileTargets = [
  defineTarget({
    name: 'profile',
    domain: text(),
    seeds: () => [JSON.stringify(PROFILE), JSON.stringify({ ...PLAIN, trust: { auth: 'system' } })],
    run: (input) => {
      const profile = parseServiceProfile(input, '1.2.3');
      fillRequestTemplate(profile, TRIP);
      readTripkitId(profile, { json: { tripkit_id: 'TK-1' }, headers: { location: '/tripkits/TK%2D1' } });
    },
    // A pattern that takes too long is given up after its own limit.
    limits: { cpu_ms: 200 },
    cost: 2,
  }),
  defineTarget({
    name: 'managed-profile',
    domain: text(),
    seeds: () => [
      JSON.stringify({
        profiles: [PROFILE, { ...PLAIN, name: 'Other' }],
        settings: { theme: 'night', updates: 'off' },
      }),
      JSON.stringify({
        profiles: [PLAIN],
        settings: { allow_other_profiles: false, keep_days_after_departure: 3 },
      }),
    ],
    run: (input) => parseManagedProfile(input, lockableSettings),
    cost: 2,
  }),
  defineTarget({
    name: 'managed-preferences',
    domain: bytes(),
    seeds: () => PLISTS,
    run: (input) => preferencesContent(parsePlist(input), lockableSettings),
    cost: 2,
  }),
  defineTarget({
    name: 'registry-policies',
    domain: text(),
    seeds: () => VALUES,
    run: (input) => registryContent(valuesOf(input), lockableSettings),
    // Megabytes of text are read in each form that they may be meant in: as a whole, and line by line.
    limits: { cpu_ms: 400 },
    cost: 2,
  }),
];

/** What stands in the registry is a value of some kind under a name; which one, nobody knows. */
function valuesOf(input: string): Record<string, unknown> {
  const whole = { profiles: input, watch: input };
  try {
    const values: unknown = JSON.parse(input);
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      return { ...whole, theme: values };
    return { ...values };
  } catch {
    return whole;
  }
}
