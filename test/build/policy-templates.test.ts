/**
 * The templates of policies: each names every policy and setting, follows the rules of its system, and what an administrator enters
 * by it is what the app reads.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { exampleDecisions, exampleProfile, kindOf, policyRows } from '../../build/policies/table.ts';
import { policyTemplates, withTable, writePolicyTemplates } from '../../build/policy-templates.ts';
import { PREFERENCE_DOMAIN, preferencesContent } from '../../main/policies/managed-preferences.ts';
import { MAX_PROFILES, parseManagedProfile } from '../../main/policies/managed-profile.ts';
import { policySchemas, policyTable } from '../../main/policies/policies.ts';
import { POLICY_KEY, registryContent } from '../../main/policies/registry-policies.ts';
import { settingsTable } from '../../main/settings/rules/settings-table.ts';
import { lockableSettings } from '../../preload/contract.ts';
import { profileWords } from '../../renderer/policies/words.ts';
import { plist } from '../packaging/builder-parts.ts';
import { Ajv2020, parseXml, type XmlNode } from '../packaging/schema-parts.ts';

const root = join(import.meta.dirname, '../..');
const templates = policyTemplates();
const names = [...Object.keys(policyTable), ...Object.keys(settingsTable)];
const schemas: Readonly<Record<string, ZodType>> = { ...lockableSettings, ...policySchemas };

const ADMX = 'windows/TripKitDesktop.admx';
const ADML = 'windows/en-US/TripKitDesktop.adml';
const MANIFEST = 'macos/com.tripkit.desktop.plist';
const MOBILECONFIG = 'macos/example.mobileconfig';
const SCHEMA = 'linux/managed-profile.schema.json';
const EXAMPLE = 'linux/managed-profile.example.json';
const text = (path: string) => templates[path] ?? '';

test('the rows are all policies and all settings, and nothing else', () => {
  expect(policyRows.map(({ name }) => name)).toEqual(names);
  expect(new Set(names).size).toBe(names.length);
});

test('there are words for each, and for each of its values', () => {
  for (const { name, words, of_value, nullable } of policyRows) {
    expect(words.title.length, name).toBeGreaterThan(2);
    expect(words.text, name).toMatch(/\.$/);
    const values =
      of_value.kind === 'boolean' ? ['true', 'false'] : of_value.kind === 'choice' ? of_value.values : [];
    expect(Object.keys(words.values ?? {}).sort(), name).toEqual(
      [...values, ...(nullable ? ['null'] : [])].sort(),
    );
    if (of_value.kind === 'text' || of_value.kind === 'json') expect(words.form, name).toBeTruthy();
  }
});

test('a schema without a form is refused when the templates are made, not left out', () => {
  expect(() => kindOf({ anyOf: [{ type: 'string' }, { type: 'boolean' }] })).toThrow();
  expect(() => kindOf({ type: 'number' })).toThrow();
});

describe('ADMX and ADML', () => {
  interface Element {
    name: string;
    attributes: Record<string, string>;
    children: Element[];
    text: string;
  }
  function elementOf(node: XmlNode): Element {
    const attributes = Array.from({ length: node.attributes.length }, (_, index) =>
      node.attributes.item(index),
    );
    const children = Array.from({ length: node.childNodes.length }, (_, index) =>
      node.childNodes.item(index),
    );
    return {
      name: node.nodeName,
      attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
      children: children.filter(({ nodeType }) => nodeType === 1).map(elementOf),
      text: node.textContent ?? '',
    };
  }
  const admx = elementOf(parseXml(text(ADMX)));
  const adml = elementOf(parseXml(text(ADML)));
  const all = (from: Element, name: string): Element[] =>
    from.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);

  /** [MS-GPREG] 7.2 to 7.4, as far as it is used: attributes (those with "!" have to be there), and children in their order. */
  const NAME = /^[\p{L}\p{N}_]+$/u;
  const REFERENCE = /^\$\(string\.[\p{L}\p{N}_]+\)$/u;
  const PRESENTATION = /^\$\(presentation\.[\p{L}\p{N}_]+\)$/u;
  const VERSION = /^\d{1,4}\.\d{1,5}$/;
  const BOOLEAN = /^(?:true|false)$/;
  const NUMBER = /^\d{1,10}$/;
  const ANY = /^.+$/s;
  const input = { 'id!': ANY, key: ANY, 'valueName!': ANY, required: BOOLEAN };
  const rules: Record<string, [attributes: Record<string, RegExp>, children: RegExp]> = {
    policyDefinitions: [
      { 'revision!': VERSION, 'schemaVersion!': VERSION, 'xmlns!': ANY },
      /^policyNamespaces resources (?:supportedOn )?(?:categories )?(?:policies )?$/,
    ],
    policyNamespaces: [{}, /^target (?:using )*$/],
    target: [{ 'prefix!': NAME, 'namespace!': ANY }, /^$/],
    'policyDefinitions resources': [{ 'minRequiredRevision!': VERSION }, /^$/],
    'policyDefinitions supportedOn': [{}, /^definitions $/],
    definitions: [{}, /^(?:definition )+$/],
    definition: [{ 'name!': NAME, 'displayName!': REFERENCE }, /^$/],
    categories: [{}, /^(?:category )+$/],
    category: [{ 'name!': NAME, 'displayName!': REFERENCE }, /^(?:parentCategory )?$/],
    parentCategory: [{ 'ref!': NAME }, /^$/],
    policies: [{}, /^(?:policy )+$/],
    policy: [
      {
        ...{
          'name!': NAME,
          'class!': /^(?:Machine|User|Both)$/,
          'displayName!': REFERENCE,
          'explainText!': REFERENCE,
        },
        ...{ presentation: PRESENTATION, 'key!': ANY, valueName: ANY },
      },
      /^parentCategory supportedOn (?:enabledValue )?(?:disabledValue )?(?:elements )?$/,
    ],
    'policy supportedOn': [{ 'ref!': NAME }, /^$/],
    enabledValue: [{}, /^(?:decimal|string) $/],
    disabledValue: [{}, /^(?:decimal|string) $/],
    value: [{}, /^(?:decimal|string) $/],
    'value string': [{}, /^$/],
    'enabledValue string': [{}, /^$/],
    'disabledValue string': [{}, /^$/],
    'enabledValue decimal': [{ 'value!': NUMBER }, /^$/],
    'disabledValue decimal': [{ 'value!': NUMBER }, /^$/],
    elements: [{}, /^(?:(?:enum|decimal|text|multiText) )+$/],
    'elements decimal': [{ ...input, minValue: NUMBER, maxValue: NUMBER }, /^$/],
    'elements text': [{ ...input, maxLength: NUMBER }, /^$/],
    multiText: [{ ...input, maxLength: NUMBER, maxStrings: NUMBER }, /^$/],
    enum: [input, /^(?:item )+$/],
    item: [{ 'displayName!': REFERENCE }, /^value $/],
    policyDefinitionResources: [
      { 'revision!': VERSION, 'schemaVersion!': VERSION, 'xmlns!': ANY },
      /^displayName description resources $/,
    ],
    displayName: [{}, /^$/],
    description: [{}, /^$/],
    resources: [{}, /^stringTable presentationTable $/],
    stringTable: [{}, /^(?:string )+$/],
    string: [{ 'id!': NAME }, /^$/],
    presentationTable: [{}, /^(?:presentation )+$/],
    presentation: [{ 'id!': NAME }, /^(?:(?:text|decimalTextBox|textBox|dropdownList|multiTextBox) )+$/],
    'presentation text': [{}, /^$/],
    decimalTextBox: [{ 'refId!': ANY, defaultValue: NUMBER, spin: BOOLEAN, spinStep: NUMBER }, /^$/],
    textBox: [{ 'refId!': ANY }, /^label (?:defaultValue )?$/],
    label: [{}, /^$/],
    dropdownList: [{ 'refId!': ANY, noSort: BOOLEAN, defaultItem: NUMBER }, /^$/],
    multiTextBox: [{ 'refId!': ANY, showAsDialog: BOOLEAN, defaultHeight: NUMBER }, /^$/],
  };

  function check(element: Element, parent: string): string[] {
    const rule = rules[`${parent} ${element.name}`] ?? rules[element.name];
    if (!rule) return [`${element.name} in ${parent} isn't known`];
    const [attributes, children] = rule;
    const problems: string[] = [];
    for (const [key, form] of Object.entries(attributes)) {
      const name = key.replace('!', '');
      const value = element.attributes[name];
      if (value === undefined ? key.endsWith('!') : !form.test(value))
        problems.push(`${element.name}.${name}: ${value}`);
    }
    for (const name of Object.keys(element.attributes))
      if (!(name in attributes) && !(`${name}!` in attributes)) problems.push(`${element.name} has ${name}`);
    const inside = element.children.map(({ name }) => `${name} `).join('');
    if (!children.test(inside)) problems.push(`${element.name} holds ${inside}`);
    return [...problems, ...element.children.flatMap((child) => check(child, element.name))];
  }

  test('follow the schema of Microsoft’s: elements, their order, attributes and types', () => {
    expect(check(admx, '')).toEqual([]);
    expect(check(adml, '')).toEqual([]);
    const namespace = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
    for (const path of [ADMX, ADML]) expect(parseXml(text(path)).namespaceURI).toBe(namespace);
  });

  test('the check finds what is wrong', () => {
    const hurt = (from: string, to: string) => check(elementOf(parseXml(text(ADMX).replace(from, to))), '');
    expect(hurt('class="Machine"', 'class="Computer"')).toHaveLength(1);
    expect(hurt('<supportedOn ref="supported"/>', '')).toHaveLength(1);
    expect(hurt('$(string.profiles)', '$(string.of profiles)')).toHaveLength(1);
    expect(hurt('maxStrings="4096"', 'maxStrings="many"')).toHaveLength(1);
    expect(() => parseXml(text(ADMX).replace('</policies>', ''))).toThrow();
  });

  const policies = all(admx, 'policy');
  const strings = all(adml, 'stringTable')[0]?.children ?? [];
  const presentations = all(adml, 'presentation');
  const unique = (values: (string | undefined)[]) => expect(new Set(values).size).toBe(values.length);
  const inputsOf = (policy: Element) =>
    policy.children.find(({ name }) => name === 'elements')?.children ?? [];

  test('every reference leads somewhere, nothing is left over, and no name is there twice', () => {
    const references = (kind: string) =>
      new Set([...text(ADMX).matchAll(new RegExp(`\\$\\(${kind}\\.(\\w+)\\)`, 'g'))].map(([, id]) => id));
    expect([...references('string')].sort()).toEqual(strings.map(({ attributes }) => attributes.id).sort());
    expect([...references('presentation')].sort()).toEqual(
      presentations.map(({ attributes }) => attributes.id).sort(),
    );
    unique(strings.map(({ attributes }) => attributes.id));
    unique(policies.map(({ attributes }) => attributes.name));
    unique(
      policies.map((policy) => inputsOf(policy)[0]?.attributes.valueName ?? policy.attributes.valueName),
    );
    for (const kind of ['category', 'definition'])
      unique(all(admx, kind).map(({ attributes }) => attributes.name));
    const categories = all(admx, 'category').map(({ attributes }) => attributes.name);
    for (const { attributes } of all(admx, 'parentCategory')) expect(categories).toContain(attributes.ref);
    const supported = all(admx, 'definition').map(({ attributes }) => attributes.name);
    for (const policy of policies)
      expect(supported).toContain(policy.children.find(({ name }) => name === 'supportedOn')?.attributes.ref);
    for (const { text } of strings) expect(text.trim()).not.toBe('');
  });

  test('each input has the box that fits it, and each box its input', () => {
    const boxes = {
      enum: 'dropdownList',
      decimal: 'decimalTextBox',
      text: 'textBox',
      multiText: 'multiTextBox',
    };
    for (const policy of policies) {
      const shown = presentations.find(
        ({ attributes }) => `$(presentation.${attributes.id})` === policy.attributes.presentation,
      );
      const found = (shown?.children ?? []).flatMap(({ name, attributes }) =>
        attributes.refId === undefined ? [] : [[attributes.refId, name]],
      );
      const wanted = inputsOf(policy).map(({ name, attributes }) => [
        attributes.id,
        boxes[name as keyof typeof boxes],
      ]);
      expect(found, policy.attributes.name).toEqual(wanted);
    }
  });

  test('all are of the machine, in the key that the app reads, with every policy, every setting and the profiles', () => {
    expect(policies.map(({ attributes }) => attributes.name).sort()).toEqual([...names, 'profiles'].sort());
    for (const { attributes } of policies) {
      expect(attributes.class).toBe('Machine');
      expect(`HKLM\\${attributes.key}`).toBe(POLICY_KEY);
    }
  });

  /** What Group Policy writes for a policy, in all the ways that its form allows; the forms of text by their values. */
  function written(policy: Element, texts: readonly unknown[]): [value: unknown, meant: unknown][] {
    const [one] = inputsOf(policy);
    if (!one) {
      return ['enabledValue', 'disabledValue'].map((name, index) => {
        const [value] = all(policy, name)[0]?.children ?? [];
        return value?.name === 'string'
          ? [value.text, value.text]
          : [Number(value?.attributes.value), index === 0];
      });
    }
    if (one.name === 'enum') return all(one, 'string').map(({ text }) => [text, text]);
    if (one.name === 'decimal')
      return [one.attributes.minValue, one.attributes.maxValue].map((value) => [
        Number(value),
        Number(value),
      ]);
    if (one.name === 'text')
      return texts.map((value) => [typeof value === 'string' ? value : JSON.stringify(value), value]);
    return texts.map((value) => [JSON.stringify(value, null, 2).split('\n'), value]);
  }
  /** Values of the policies whose form is a text. */
  const texts: Record<string, unknown[]> = {
    update_hours: ['22:00-05:30', null],
    keep_days_after_departure: [0, 30, 3650, null],
    watch: [
      null,
      {
        profile: 'demo',
        in: 'C:\\in',
        out: 'C:\\0',
        name: '{flight}.pdf',
        command: ['C:\\a b.exe', '"x"'],
        webhook: null,
      },
    ],
  };

  test('whoever disables Updates has none, and reads so in its explanation', () => {
    const policy = policies.find(({ attributes }) => attributes.name === 'updates');
    expect(written(policy as Element, [])).toEqual([
      ['on', 'on'],
      ['off', 'off'],
    ]);
    const explained = strings.find(({ attributes }) => attributes.id === 'updates_explain')?.text;
    expect(explained).toContain('Disabled: Off');
    expect(explained).not.toContain('as if not configured');
  });

  test.each(names)('what can be entered for %s is what the app reads', (name) => {
    const policy = policies.find(({ attributes }) => attributes.name === name);
    if (!policy) throw new Error(`There is no policy ${name}.`);
    const ways = written(policy, texts[name] ?? []);
    expect(ways.length).toBeGreaterThan(1);
    for (const [value, meant] of ways) {
      const valueName = inputsOf(policy)[0]?.attributes.valueName ?? policy.attributes.valueName ?? '';
      expect(registryContent({ [valueName]: value }, lockableSettings)).toMatchObject({
        decided: { [name]: meant },
        refused: [],
      });
    }
    // Numbers outside of the form's bounds are not the app's either.
    const { minValue, maxValue } = inputsOf(policy)[0]?.attributes ?? {};
    for (const beyond of [Number(minValue) - 1, Number(maxValue) + 1].filter((value) => !Number.isNaN(value)))
      expect(schemas[name]?.safeParse(beyond).success, `${name} ${beyond}`).toBe(false);
  });
});

describe('macOS', () => {
  interface Key {
    pfm_name?: string;
    pfm_type: string;
    pfm_title?: string;
    pfm_description?: string;
    pfm_range_list?: unknown[];
    pfm_range_min?: number;
    pfm_range_max?: number;
    pfm_subkeys?: Key[];
  }
  const manifest = plist.parse(text(MANIFEST)) as Record<string, unknown> & { pfm_subkeys: Key[] };

  test('the manifest is of the app’s domain and names every policy, every setting and the profiles, with words', () => {
    expect(manifest).toMatchObject({
      pfm_domain: PREFERENCE_DOMAIN,
      pfm_format_version: 1,
      pfm_version: expect.any(Number),
    });
    expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).toContain(
      `appId: ${PREFERENCE_DOMAIN}\n`,
    );
    const own = manifest.pfm_subkeys.filter(({ pfm_name }) => !pfm_name?.startsWith('Payload'));
    expect(own.map(({ pfm_name }) => pfm_name)).toEqual(['profiles', ...names]);
    for (const { pfm_title, pfm_description, pfm_type } of own) {
      expect([pfm_title, pfm_description].every(Boolean)).toBe(true);
      expect(['boolean', 'integer', 'string', 'array', 'dictionary']).toContain(pfm_type);
    }
    expect(manifest.pfm_subkeys.map(({ pfm_name }) => pfm_name)).toEqual(
      expect.arrayContaining([
        'PayloadDisplayName',
        'PayloadIdentifier',
        'PayloadType',
        'PayloadUUID',
        'PayloadVersion',
      ]),
    );
  });

  test.each(names)('what can be entered for %s is what the app reads', (name) => {
    const key = manifest.pfm_subkeys.find(({ pfm_name }) => pfm_name === name);
    const values: unknown[] = {
      boolean: [true, false],
      string: key?.pfm_range_list ?? texts[name] ?? [],
      integer: [key?.pfm_range_min, key?.pfm_range_max],
      dictionary: dictionaries[name] ?? [],
    }[key?.pfm_type as 'string'];
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) {
      const content = preferencesContent({ [name]: value }, lockableSettings);
      expect(content.refused, `${name} ${value}`).toEqual([]);
      expect(schemas[name]?.safeParse(content.decided[name]).success).toBe(true);
      if (typeof value !== 'string' || key?.pfm_range_list)
        expect(content.decided[name]).toMatchObject(value as object);
    }
  });
  const texts: Record<string, string[]> = {
    update_hours: ['22:00-05:30', 'null'],
    keep_days_after_departure: ['30', 'null'],
  };
  const dictionaries: Record<string, object[]> = {
    watch: [{ profile: 'demo', in: '/in', out: '/out', name: '{flight}.pdf', command: ['/bin/true', 'a'] }],
  };

  test('a structure has the keys of its schema', () => {
    const watch = manifest.pfm_subkeys.find(({ pfm_name }) => pfm_name === 'watch');
    const keys = ['profile', 'in', 'out', 'name', 'command', 'webhook', 'shelf'];
    expect(watch?.pfm_subkeys?.map(({ pfm_name }) => pfm_name)).toEqual(keys);
  });

  test('the configuration profile decides what it is meant to, in the file that macOS makes of it', () => {
    const profile = plist.parse(text(MOBILECONFIG)) as {
      PayloadContent: Record<string, unknown>[];
      PayloadScope: string;
    };
    expect(profile).toMatchObject({
      PayloadType: 'Configuration',
      PayloadScope: 'System',
      PayloadVersion: 1,
    });
    const [payload = {}] = profile.PayloadContent;
    expect(payload).toMatchObject({ PayloadType: PREFERENCE_DOMAIN, PayloadVersion: 1 });
    const uuids = [...text(MOBILECONFIG).matchAll(/[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/g)].map(
      ([uuid]) => uuid,
    );
    expect(new Set(uuids).size).toBe(2);
    const content = preferencesContent(payload, lockableSettings);
    expect(content).toMatchObject({
      decided: exampleDecisions,
      refused: [],
      profiles: [{ profile: { name: exampleProfile.name } }],
    });
  });
});

describe('the file', () => {
  const schema = JSON.parse(text(SCHEMA)) as {
    properties: { profiles: { maxItems: number }; settings: { properties: object } };
  };
  const validate = new Ajv2020({ strict: false }).compile(schema);

  test('the schema names every policy and every setting', () => {
    expect(Object.keys(schema.properties.settings.properties)).toEqual(names);
    expect(schema.properties.profiles.maxItems).toBe(MAX_PROFILES);
  });

  test('the example is one to the schema and to the app', () => {
    expect(validate(JSON.parse(text(EXAMPLE)))).toBe(true);
    expect(parseManagedProfile(text(EXAMPLE), lockableSettings)).toMatchObject({
      decided: exampleDecisions,
      problem: null,
      profiles: [{ profile: { name: exampleProfile.name } }],
    });
  });

  const samples: unknown[] = [
    ...[
      'on',
      'off',
      'beta',
      'night',
      'more',
      '12',
      '24',
      'file',
      'computer',
      '22:00-05:30',
      '/srv',
      'C:\\x',
      'x',
    ],
    ...[
      true,
      false,
      null,
      0,
      1,
      2.5,
      30,
      541,
      1440,
      3650,
      -1,
      { profile: 'demo', in: '/a', out: '/b', name: '{flight}.pdf' },
    ],
  ];
  test.each(names)('the schema takes for %s what the app takes, and nothing else', (name) => {
    const one = (value: unknown) => ({ profiles: [], settings: { [name]: value } });
    expect(samples.filter((value) => validate(one(value))).length).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...samples), fc.jsonValue()), (value) => {
        expect(validate(one(value)), JSON.stringify(value)).toBe(schemas[name]?.safeParse(value).success);
      }),
    );
  });

  test.each([
    [{}],
    [{ profiles: [], setings: {} }],
    [{ profiles: [], settings: { of_another_version: 1 } }],
    [{ profiles: [{}] }],
  ])('the schema refuses %j', (content) => {
    expect(validate(content)).toBe(false);
  });
});

test('the guide has the table of today (`node build/policy-templates.ts --guide` writes it)', () => {
  const guide = readFileSync(join(root, 'docs/administrator-guide.md'), 'utf8');
  expect(withTable(guide)).toBe(guide);
  for (const name of names) expect(guide).toContain(`| \`${name}\` |`);
  expect(guide).toContain(profileWords.text);
});

describe('written to a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tripkit-templates-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('they are the only files in it, and README.txt names each', async () => {
    writeFileSync(join(folder, 'old.admx'), '');
    await writePolicyTemplates(folder);
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = found
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(files.sort()).toEqual(
      Object.keys(templates)
        .map((path) => join(folder, path))
        .sort(),
    );
    for (const path of Object.keys(templates).filter((path) => path !== 'README.txt'))
      expect(templates['README.txt']).toContain(path);
  });

  test('by the command, too', () => {
    const script = join(root, 'build/policy-templates.ts');
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder], {
      timeout: 60_000,
    });
    expect(readFileSync(join(folder, ADMX), 'utf8')).toBe(text(ADMX));
  });
});
