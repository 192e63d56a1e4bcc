import { describe, expect, it } from 'vitest';
import { PRESET_SOURCE, presets, profileFromPreset } from '../../main/profile/presets.ts';
import { parseServiceProfile } from '../../main/profile/profile.ts';
import { createAuthority } from '../demo-service/pki.ts';

const authority = await createAuthority('Operator CA', 'Operator');
const values = {
  name: 'Demo Air',
  company_code: 'DEMO',
  company_name: 'Demo Air',
  client_id: 'demo-client',
  trust_auth: [authority.pem],
};

describe.each(presets.map((preset) => [preset.id, preset] as const))('the preset %s', (id, preset) => {
  it('becomes a profile with the airline’s own values', () => {
    const profile = parseServiceProfile(profileFromPreset(id, values));
    expect(profile).toMatchObject({
      name: 'Demo Air',
      company_code: 'DEMO',
      client_id: 'demo-client',
      base_url: preset.profile.base_url,
      scopes: preset.profile.scopes,
      trust: {
        auth: [authority.pem.trim()].map(() => expect.stringContaining('BEGIN CERTIFICATE')),
        api: 'system',
      },
    });
    expect(new URL(profile.auth_url).pathname).toBe('/as/authorization.oauth2');
  });

  it('says where it comes from, and lists what is missing', () => {
    expect(preset.source).toBe(PRESET_SOURCE);
    expect(() => parseServiceProfile(JSON.stringify(preset.profile))).toThrow(/is missing/);
    for (const [field, value] of Object.entries(values)) {
      const without = { ...values, [field]: typeof value === 'string' ? '' : [] };
      const key = field.replace('trust_', 'trust.');
      expect(() => profileFromPreset(id, without)).toThrow(
        expect.objectContaining({ kind: 'config', message: expect.stringContaining(key) }),
      );
    }
  });
});

it('has two environments on hosts of their own', () => {
  const hosts = presets.flatMap(({ profile }) =>
    [profile.auth_url, profile.base_url].map((url) => new URL(url).host),
  );
  expect(new Set(hosts).size).toBe(4);
});

it('refuses a preset that is none', () => {
  expect(() => profileFromPreset('other', values)).toThrow(expect.objectContaining({ kind: 'config' }));
});
