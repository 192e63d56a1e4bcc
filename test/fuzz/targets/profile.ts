/** Profiles: a person's own, and those that IT manages, with its policies. */
import { readFileSync } from 'node:fs';
import { parseJsonText } from '../../../main/common/json-text.ts';
import { preferencesContent } from '../../../main/policies/managed-preferences.ts';
import { parseManagedProfile } from '../../../main/policies/managed-profile.ts';
import { readExport } from '../../../main/policies/registry-key.ts';
import { registryContent } from '../../../main/policies/registry-policies.ts';
import { parseServiceProfile } from '../../../main/profile/profile.ts';
import { fillRequestTemplate } from '../../../main/profile/request-template.ts';
import { readTripkitId } from '../../../main/profile/tripkit-id.ts';
import { lockableSettings } from '../../../preload/contract.ts';
import { aProfile } from '../../profile/a-profile.ts';
import { defineTarget } from '../define-target.ts';
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
  ...aProfile,
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

/** What `plutil` makes of managed preferences. */
const PREFERENCES = JSON.stringify({
  ...{
    PayloadVersion: 1,
    theme: 'night',
    audit_months: 36,
    export: false,
    keep_days_after_departure: 'null',
  },
  ...{ profiles: ['{"name":"Démo"}', { ...PLAIN, trust: { auth: 'system' } }] },
  watch: { command: ['/bin/true'], in: '/in', name: '{flight}.pdf', out: '/out', profile: 'demo' },
});
/** What `reg.exe` exports, without its mark. */
const EXPORTS = [
  '"theme"="night"\r\n"audit_months"=dword:00000024\r\n"export"=dword:00000000\r\n"update_hours"="22:00-05:30"\r\n',
  `"profiles"=${JSON.stringify(JSON.stringify([{ ...PLAIN, trust: { auth: 'system' } }]))}\r\n"watch"=hex(7):7b,00,22,00,\\\r\n  69,00,6e,00,22,00,00,00,3a,00,31,00,7d,00,00,00,00,00\r\n\r\n[HKEY_LOCAL_MACHINE\\x]\r\n`,
].map(
  (values) =>
    `Windows Registry Editor Version 5.00\r\n\r\n[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Trip Kit Desktop]\r\n${values}`,
);

export const targets = [
  defineTarget({
    name: 'profile',
    domain: text(),
    seeds: () => [JSON.stringify(PROFILE), JSON.stringify({ ...PLAIN, trust: { auth: 'system' } })],
    run: (input) => {
      const profile = parseServiceProfile(input);
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
    domain: text(),
    seeds: () => [PREFERENCES],
    run: (input) => preferencesContent(parseJsonText(input, 'It'), lockableSettings),
    cost: 2,
  }),
  defineTarget({
    name: 'registry-policies',
    domain: text(),
    seeds: () => [...EXPORTS, JSON.stringify([{ ...PLAIN, trust: { auth: 'system' } }]), '{"a":1}\n{"b":2}'],
    run: (input) => {
      registryContent({ profiles: input, watch: input }, lockableSettings);
      registryContent(readExport(Buffer.from(input, 'utf16le')), lockableSettings);
    },
    // Megabytes of text are read in each form that they may be meant in: as a whole, and line by line.
    limits: { cpu_ms: 400 },
    cost: 2,
  }),
];
