/**
 * For macOS: a preference manifest, from which MDM products and ProfileCreator make a form (ProfileManifests, "Manifest Format"),
 * and an example of a configuration profile (Apple, "ManagedPreferences").
 */
import { profileWords } from '../../renderer/policies/words.ts';
import {
  description,
  exampleDecisions,
  exampleProfile,
  type PlistContent,
  type PolicyRow,
  plistDocument,
  policyRows,
} from './table.ts';

/** The preference domain: `appId` of electron-builder.yml. */
const DOMAIN = 'com.tripkit.desktop';
/** The manifest's own version: one more with every change of what it names. */
const MANIFEST_VERSION = 1;
const CHANGED = new Date('2026-11-23T00:00:00Z');

/** Fixed: a profile is replaced by the next one with the same identifiers. Give your own one others. */
const UUIDS = {
  profile: '5B0E4C1A-5C0F-4F0B-9D0B-6D8C3B7F2A11',
  payload: '0F7B9D52-3A64-4B6E-8E57-2C9A1D4E6B22',
};

function typeOf({ of_value, nullable, schema }: PolicyRow): Record<string, PlistContent> {
  switch (of_value.kind) {
    case 'boolean':
      return { pfm_type: 'boolean' };
    case 'choice':
      return { pfm_type: 'string', pfm_range_list: of_value.values };
    case 'number':
      // A property list has no null: the text `null` stands for it.
      return nullable
        ? { pfm_type: 'string' }
        : { pfm_type: 'integer', pfm_range_min: of_value.min, pfm_range_max: of_value.max };
    case 'text':
      return { pfm_type: 'string' };
    case 'json': {
      const shape = (schema.anyOf ?? [schema]).find(({ type }) => type !== 'null');
      const subkeys = Object.entries(shape?.properties ?? {}).map(([name, one]) => subkey(name, one));
      return { pfm_type: 'dictionary', pfm_subkeys: subkeys };
    }
  }
}

function subkey(name: string, schema: { type?: string; anyOf?: { type?: string }[] }): PlistContent {
  const types = (schema.anyOf ?? [schema]).map(({ type }) => type);
  const named = { pfm_name: name, pfm_title: name };
  if (!types.includes('array')) return { ...named, pfm_type: 'string' };
  return { ...named, pfm_type: 'array', pfm_subkeys: [{ pfm_type: 'string' }] };
}

/** Keys that every payload has. */
function payloadKeys(): PlistContent[] {
  const key = (name: string, title: string, value: string | number) => ({
    pfm_name: name,
    pfm_title: title,
    pfm_type: typeof value === 'number' ? 'integer' : 'string',
    pfm_default: value,
    pfm_require: 'always',
  });
  return [
    key('PayloadDisplayName', 'Name of the payload', 'Trip Kit Desktop'),
    key('PayloadIdentifier', 'Identifier of the payload', DOMAIN),
    key('PayloadType', 'Type of the payload', DOMAIN),
    key('PayloadUUID', 'UUID of the payload', ''),
    key('PayloadVersion', 'Version of the payload', 1),
  ];
}

/** The preference manifest. */
export function preferenceManifest(): string {
  const keys = policyRows.map((row) => ({
    pfm_name: row.name,
    pfm_title: row.words.title,
    pfm_description: description(row),
    ...typeOf(row),
  }));
  return plistDocument({
    pfm_domain: DOMAIN,
    pfm_title: 'Trip Kit Desktop',
    pfm_description: 'Policies of Trip Kit Desktop',
    pfm_format_version: 1,
    pfm_version: MANIFEST_VERSION,
    pfm_last_modified: CHANGED,
    pfm_platforms: ['macOS'],
    pfm_targets: ['system'],
    pfm_unique: true,
    pfm_subkeys: [
      ...payloadKeys(),
      {
        pfm_name: 'profiles',
        pfm_title: profileWords.title,
        pfm_description: `${profileWords.text} Each as a text of JSON: ${profileWords.form}.`,
        pfm_type: 'array',
        pfm_subkeys: [{ pfm_type: 'string', pfm_title: 'Profile' }],
      },
      ...keys,
    ],
  });
}

/** An example of a configuration profile. */
export function exampleMobileconfig(): string {
  return plistDocument({
    PayloadContent: [
      {
        PayloadType: DOMAIN,
        PayloadVersion: 1,
        PayloadIdentifier: 'com.example.tripkit.policies',
        PayloadUUID: UUIDS.payload,
        PayloadDisplayName: 'Trip Kit Desktop',
        profiles: [exampleProfile],
        ...exampleDecisions,
      },
    ],
    PayloadDisplayName: 'Trip Kit Desktop (example)',
    PayloadIdentifier: 'com.example.tripkit',
    PayloadScope: 'System',
    PayloadType: 'Configuration',
    PayloadUUID: UUIDS.profile,
    PayloadVersion: 1,
  });
}
