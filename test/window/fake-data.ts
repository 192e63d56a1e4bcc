/** What the fake main process knows at its start: profiles, certificates, kits in every state. */
import type {
  ComputerCandidate,
  Diagnosis,
  IdentitySummary,
  Kit,
  ProfilePreset,
  ProfileSummary,
  Trip,
} from '../../preload/contract.ts';
import { aKit } from '../kits.ts';

export const demoProfile: ProfileSummary = {
  id: 'demo',
  name: 'Demo Air (training)',
  company_code: 'DEMO',
  company_name: 'Demo Air',
  auth_host: '127.0.0.1:9443',
  api_host: '127.0.0.1:9444',
  max_alternates: 6,
  managed: false,
};
export const productionProfile: ProfileSummary = {
  ...demoProfile,
  id: 'production',
  name: 'Demo Air (production)',
  auth_host: 'login.demo-air.example',
  api_host: 'tripkits.demo-air.example',
  managed: true,
};

export const identity: IdentitySummary = {
  subject: 'CN=Demo Air flight operations, O=Demo Air, C=GB',
  issuer: 'CN=Demo Air certificate authority, O=Demo Air, C=GB',
  serial: '4F:1A:99:03:C2:77:10:5B',
  sha256: '9C:0F:5E:77:41:AB:20:9D:31:6F:0C:B4:9A:57:13:E8:24:FD:6B:90:7C:A5:3D:11:48:EE:62:05:BF:D9:8A:33',
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_to: '2028-01-01T00:00:00.000Z',
  key: 'RSA 2048',
  chain_length: 2,
  chain_complete: true,
  extended_key_usage: ['clientAuth'],
  expiry: { level: 'none', days: 405, message: null },
};
/** One that ends in six days. */
export const endingIdentity: IdentitySummary = {
  ...identity,
  subject: 'CN=Demo Air production, O=Demo Air, C=GB',
  sha256: '11:0F:5E:77:41:AB:20:9D:31:6F:0C:B4:9A:57:13:E8:24:FD:6B:90:7C:A5:3D:11:48:EE:62:05:BF:D9:8A:33',
  key: 'EC P-256',
  valid_to: '2026-11-27T12:00:00.000Z',
  chain_complete: false,
  expiry: {
    level: 'urgent',
    days: 6,
    message:
      'Your client certificate expires in 6 days, on 27 Nov 2026 12:00Z. Ask your airline’s IT for a new certificate file (.p12 or .pfx) and import it; your kits stay where they are.',
  },
};

/** One that has ended. */
export const expiredIdentity: IdentitySummary = {
  ...identity,
  valid_to: '2026-11-20T12:00:00.000Z',
  expiry: {
    level: 'expired',
    days: -1,
    message:
      'Your client certificate expired on 20 Nov 2026 12:00Z: no kit can be requested or downloaded with it. Kits that are on this laptop can still be read.',
  },
};

/** A card's certificate, and such as can't be chosen. */
export const computerCandidates: ComputerCandidate[] = [
  {
    identity: {
      ...identity,
      subject: 'CN=A. Pilot, OU=Flight operations, O=Demo Air, C=GB',
      sha256:
        '22:0F:5E:77:41:AB:20:9D:31:6F:0C:B4:9A:57:13:E8:24:FD:6B:90:7C:A5:3D:11:48:EE:62:05:BF:D9:8A:33',
    },
    problem: null,
  },
  {
    identity: {
      ...expiredIdentity,
      sha256:
        '33:0F:5E:77:41:AB:20:9D:31:6F:0C:B4:9A:57:13:E8:24:FD:6B:90:7C:A5:3D:11:48:EE:62:05:BF:D9:8A:33',
    },
    problem: 'It expired on 20 Nov 2026 12:00Z.',
  },
  {
    identity: {
      ...identity,
      subject: 'CN=A. Pilot (e-mail), O=Demo Air, C=GB',
      sha256:
        '44:0F:5E:77:41:AB:20:9D:31:6F:0C:B4:9A:57:13:E8:24:FD:6B:90:7C:A5:3D:11:48:EE:62:05:BF:D9:8A:33',
      extended_key_usage: ['emailProtection'],
    },
    problem: 'It isn’t made for signing in (no clientAuth in its extended key usage).',
  },
];

export const preset: ProfilePreset = {
  id: 'evaluation',
  name: 'Trip Kit service, evaluation',
  source: 'from a public guide, check against your onboarding papers',
  hosts: ['auth.uat.example.com', 'api.eval.example.com'],
  checks: [
    { key: 'scopes', why: 'The guide does not say whether one token may have both scopes.' },
    { key: 'request', why: 'Where the tripkit_id stands in the answer of the request is a guess.' },
  ],
};

const step = { advice: null, condition: null };
export const goodDiagnosis: Diagnosis = {
  steps: [
    { ...step, id: 'proxy_settings', server: 'auth', ok: 'passed', what: 'The way to it is direct.' },
    { ...step, id: 'dns', server: 'auth', ok: 'skipped', what: '127.0.0.1 is given as an address.' },
    { ...step, id: 'tcp', server: 'auth', ok: 'passed', what: 'A connection to 127.0.0.1 was made.' },
    { ...step, id: 'tls', server: 'auth', ok: 'passed', what: 'Its certificate is from your operator’s CA.' },
    {
      ...step,
      id: 'client_certificate',
      server: 'auth',
      ok: 'passed',
      what: 'Your certificate was accepted.',
    },
    { ...step, id: 'authenticate', server: 'auth', ok: 'passed', what: 'A token was granted.' },
    { ...step, id: 'storage', server: 'storage', ok: 'skipped', what: 'Not tried: the answer names it.' },
  ],
  verdict: { ok: true, message: 'The service accepts this profile and certificate.' },
};
export const badDiagnosis: Diagnosis = {
  steps: [
    { ...step, id: 'proxy_settings', server: 'auth', ok: 'passed', what: 'The way to it is direct.' },
    { ...step, id: 'dns', server: 'auth', ok: 'passed', what: 'Its name was found: 192.0.2.7.' },
    { ...step, id: 'tcp', server: 'auth', ok: 'passed', what: 'A connection was made.' },
    {
      id: 'tls',
      server: 'auth',
      ok: 'failed',
      what: 'The server’s certificate is not from your operator’s CA.',
      advice: 'A hotel or office network may stand in between: try another network.',
      condition: 'tls_untrusted',
      certificates: [
        {
          subject: 'CN=login.demo-air.example',
          issuer: 'CN=Hotel Gateway CA',
          sha256: '77:AB:01:9D:31:6F:0C:B4:9A:57:13:E8:24:FD:6B:90:7C:A5:3D:11:48:EE:62:05:BF:D9:8A:33:00:01',
          valid_from: '2026-01-01T00:00:00.000Z',
          valid_to: '2027-01-01T00:00:00.000Z',
        },
      ],
    },
    { ...step, id: 'authenticate', server: 'auth', ok: 'skipped', what: 'Not tried: the way ends before.' },
  ],
  verdict: { ok: false, message: 'The sign-in server can’t be trusted on this network.' },
};

export const iso = (ms: number) => new Date(ms).toISOString();

export function baseKit(at: number, trip: Trip | null, more: Partial<Kit> = {}): Kit {
  const id = crypto.randomUUID();
  return aKit({ id, profile_id: demoProfile.id, trip, created_at: iso(at), state_since: iso(at), ...more });
}

export const INFO_202 = {
  code: '202',
  type: 'Info',
  message: 'The requested trip kit is being generated',
};
const WARNING_205 = {
  code: '205',
  type: 'Warning',
  message: 'Multiple matches found for route point(s) BEDEK, MAY. The closest points were selected.',
};
const HOUR = 3_600_000;
const SHA256 = '5b1f0c7e94d2a63b8870cfe1d95a2c4477e0b6193cfd28a1b35e6f90428cd7ea';
/** `revised`: the newer one of two of the same flight; only the scenario `changes` has it. */
export type FakeDocument = { id: string; bytes: number; pages: number; revised?: true };

export function demoKits(now: number, documents: readonly FakeDocument[]): Kit[] {
  const ready = documents.map((document, index) =>
    baseKit(
      now - (index + 3) * HOUR,
      [
        {
          origin: 'EGLL',
          destination: 'KJFK',
          alternates: ['KBOS', 'KPHL'],
          route:
            'N0489F340 BEDEK2J BEDEK L620 MAY UL620 LIZAD DCT 49N015W 48N020W 46N030W DCT TUSKY N321B KANNI',
          flight: 'BAW117',
          departure: '2026-11-21T15:10:00Z',
        },
        { origin: 'LSZH', destination: 'LEMD', flight: 'SWR2026', departure: '2026-11-21T18:25:00Z' },
      ][index] ?? { origin: 'ENGM', destination: 'EKCH' },
      {
        id: document.id,
        tripkit_id: `TK-2026-11-${1000 + index}`,
        state: 'ready',
        state_since: iso(now - (index + 2) * HOUR),
        messages: index === 0 ? [WARNING_205] : [],
        document: { bytes: document.bytes, pages: document.pages, sha256: SHA256 },
      },
    ),
  );
  return [
    baseKit(
      now - 1_000,
      { origin: 'KDEN', destination: 'KLAX', flight: 'UAL1234' },
      {
        activity: 'Waiting for its turn: 4 kits are requested at a time.',
        wait: { reason: 'turn', since: iso(now - 1_000), until: null, may_try: false },
      },
    ),
    baseKit(
      now - 12_000,
      {
        origin: 'EDDF',
        destination: 'RJTT',
        alternates: ['RJAA'],
        flight: 'DLH716',
        departure: '2026-11-22T12:45:00Z',
      },
      {
        tripkit_id: 'TK-2026-11-1204',
        state: 'generating',
        expected_ms: { from: 20_000, to: 30_000 },
        messages: [INFO_202],
      },
    ),
    baseKit(
      now - 60_000,
      { origin: 'LFPG', destination: 'FAOR', flight: 'AFR990', departure: '2026-11-21T22:20:00Z' },
      {
        tripkit_id: 'TK-2026-11-1203',
        state: 'downloading',
        progress: { received: 6_260_000, total: 14_560_000 },
      },
    ),
    baseKit(
      now - 2 * HOUR,
      { origin: 'ZBAA', destination: 'OMDB', flight: 'UAE307', departure: '2026-11-21T16:00:00Z' },
      {
        state: 'unconfirmed',
        failure: {
          kind: 'network',
          message: 'The connection broke after the request was sent, so it is not known whether it arrived.',
        },
      },
    ),
    ...ready,
    baseKit(
      now - 6 * HOUR,
      { origin: 'EHAM', destination: 'YSSY', alternates: ['YMML', 'YBBN'], flight: 'KLM815' },
      {
        tripkit_id: 'TK-2026-11-0990',
        state: 'failed',
        failure: {
          kind: 'rejected',
          message:
            'The service refused this request: an alternate is not in the coverage. Request it without that alternate.',
          status: 400,
          messages: [
            { code: '203', type: 'Error', message: 'Alternate airport YMML is not in the coverage' },
          ],
        },
      },
    ),
    baseKit(
      now - 26 * HOUR,
      { origin: 'BIKF', destination: 'EGPF', flight: 'ICE430' },
      { state: 'cancelled' },
    ),
    baseKit(now - 30 * HOUR, null, {
      tripkit_id: 'ops/2026-11-20#A17',
      state: 'failed',
      failure: {
        kind: 'not_found',
        message: 'The service does not know this tripkit_id. Check it, or ask who requested the kit.',
        status: 404,
      },
      messages: [{ code: '777', type: 'Notice', message: 'Kits are kept for 30 days.' }],
    }),
  ];
}

/**
 * Kits of two profiles: one whose warning nobody has read yet, one that a newer one replaces, one that is pinned, one
 * that waits for the network.
 */
export function fleetKits(now: number, document: FakeDocument): Kit[] {
  const ready = (hoursAgo: number, trip: Trip, more: Partial<Kit> = {}) =>
    baseKit(now - hoursAgo * HOUR, trip, {
      tripkit_id: `TK-${trip.flight}-${hoursAgo}`,
      state: 'ready',
      document: { bytes: document.bytes, pages: document.pages, sha256: SHA256 },
      ...more,
    });
  const flight: Trip = {
    origin: 'EHAM',
    destination: 'KJFK',
    flight: 'KLM641',
    departure: '2026-11-21T14:20:00Z',
  };
  const newer = ready(1, flight, { profile_id: productionProfile.id });
  return [
    baseKit(
      now - 30_000,
      { origin: 'EDDM', destination: 'LIRF', flight: 'DLH1844' },
      {
        state: 'generating',
        tripkit_id: 'TK-DLH1844',
        activity: 'There is no network route to the trip kit service. Check the network connection.',
        wait: { reason: 'trouble', since: iso(now - 90_000), until: null, may_try: false },
      },
    ),
    newer,
    ready(
      2,
      {
        origin: 'EGLL',
        destination: 'OMDB',
        route: 'BEDEK MAY LIZAD',
        flight: 'BAW105',
        departure: '2026-11-21T20:00:00Z',
      },
      { messages: [INFO_202, WARNING_205], acknowledged: false },
    ),
    ready(4, flight, { profile_id: productionProfile.id, superseded_by: newer.id }),
    ready(9, { origin: 'LOWW', destination: 'LGAV', flight: 'AUA851' }, { pinned: true }),
  ];
}
