/** Profiles: a person's own, and the one that IT manages. */
import { readFileSync } from 'node:fs';
import { parseManagedProfile } from '../../../main/profile/managed-profile.ts';
import { parseServiceProfile } from '../../../main/profile/profile.ts';
import { fillRequestTemplate } from '../../../main/profile/request-template.ts';
import { readTripkitId } from '../../../main/profile/tripkit-id.ts';
import { lockableSettings } from '../../../preload/contract.ts';
import { defineTarget } from '../define-target.ts';
import { text } from '../mutators/text.ts';

const PEM = readFileSync(new URL('../../unit/identity/fixtures/certificate.pem', import.meta.url), 'utf8');
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
];
