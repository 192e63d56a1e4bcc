/**
 * The administrative template of Group Policy: TripKitDesktop.admx and en-US/TripKitDesktop.adml (Microsoft, "Group Policy ADMX
 * Syntax Reference Guide"; [MS-GPREG], section 7). Text boxes and multi-line text boxes stand where a combo box could: Intune
 * doesn't import those.
 */

import { profileWords } from '../../renderer/policies/words.ts';
import { type PolicyRow, policyRows, valueLines, withoutDecision } from './table.ts';
import { element, type Xml, xmlDocument } from './xml.ts';

/** The key of the registry below HKEY_LOCAL_MACHINE (main/policies/registry-policies.ts). */
export const ADMX_KEY = 'SOFTWARE\\Policies\\Trip Kit Desktop';
const NAMESPACE = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
const VERSION = { revision: '1.0', schemaVersion: '1.0' };
/** Signs of one line of a multi-line text. */
const MAX_LINE = 16_384;
const MAX_LINES = 4096;

const CATEGORIES = {
  product: 'Trip Kit Desktop',
  policy: 'About the app',
  setting: 'Settings of people',
} as const;

/** Only letters, digits and underscores may stand in ids of strings. */
function valueId(name: string, value: string): string {
  return `${name}_value_${value.replace(/\W/g, '_')}`;
}

/** How the values of a row are entered. */
function elementOf({ name, of_value, nullable }: PolicyRow): Xml | null {
  const facts = { id: name, valueName: name, required: true };
  switch (of_value.kind) {
    case 'boolean':
      return null;
    case 'choice': {
      const items = of_value.values.map((value) =>
        element(
          'item',
          { displayName: `$(string.${valueId(name, value)})` },
          element('value', {}, element('string', {}, value)),
        ),
      );
      return element('enum', facts, ...items);
    }
    case 'number':
      // With “none”, which is no number, it is a text.
      return nullable
        ? element('text', { ...facts, maxLength: 16 })
        : element('decimal', { ...facts, minValue: of_value.min, maxValue: of_value.max });
    case 'text':
      return element('text', { ...facts, maxLength: of_value.max });
    case 'json':
      return multiText(name);
  }
}

function multiText(name: string): Xml {
  return element('multiText', {
    ...{ id: name, valueName: name, required: true },
    ...{ maxLength: MAX_LINE, maxStrings: MAX_LINES },
  });
}

function policy(name: string, category: keyof typeof CATEGORIES, input: Xml | null): Xml {
  const one = (value: number) => element('decimal', { value });
  const values =
    input === null
      ? [element('enabledValue', {}, one(1)), element('disabledValue', {}, one(0))]
      : [element('elements', {}, input)];
  return element(
    'policy',
    {
      name,
      class: 'Machine',
      displayName: `$(string.${name})`,
      explainText: `$(string.${name}_explain)`,
      ...(input === null ? {} : { presentation: `$(presentation.${name})` }),
      key: ADMX_KEY,
      ...(input === null ? { valueName: name } : {}),
    },
    element('parentCategory', { ref: category }),
    element('supportedOn', { ref: 'supported' }),
    ...values,
  );
}

/** The template without its words. */
export function admx(): string {
  const category = (name: keyof typeof CATEGORIES) =>
    element(
      'category',
      { name, displayName: `$(string.category_${name})` },
      ...(name === 'product' ? [] : [element('parentCategory', { ref: 'product' })]),
    );
  return xmlDocument(
    element(
      'policyDefinitions',
      { ...VERSION, xmlns: NAMESPACE },
      element(
        'policyNamespaces',
        {},
        element('target', { prefix: 'tripkit', namespace: 'TripKitDesktop.Policies' }),
      ),
      element('resources', { minRequiredRevision: VERSION.revision }),
      element(
        'supportedOn',
        {},
        element(
          'definitions',
          {},
          element('definition', { name: 'supported', displayName: '$(string.supported)' }),
        ),
      ),
      element('categories', {}, ...(Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[]).map(category)),
      element(
        'policies',
        {},
        policy('profiles', 'product', multiText('profiles')),
        ...policyRows.map((row) => policy(row.name, row.of, elementOf(row))),
      ),
    ),
  );
}

function explanation(row: PolicyRow): string {
  const { words, of_value } = row;
  const yesNo = of_value.kind === 'boolean';
  const values = yesNo
    ? [`Enabled: ${words.values?.true}.`, `Disabled: ${words.values?.false}.`]
    : valueLines(row).map((line) => `${of_value.kind === 'choice' ? '' : 'Value: '}${line}.`);
  const otherwise = `Not configured: ${withoutDecision(row)}.`;
  return [words.text, '', ...values, ...(yesNo ? [] : ['Disabled: as if not configured.']), otherwise].join(
    '\n',
  );
}

function presentation(row: PolicyRow): Xml[] {
  const { name, words, of_value, nullable } = row;
  const label = `${words.title}:`;
  const box = () => element('textBox', { refId: name }, element('label', {}, label));
  switch (of_value.kind) {
    case 'boolean':
      return [];
    case 'choice': {
      const defaultItem = of_value.values.indexOf(String(row.initial));
      return [element('dropdownList', { refId: name, noSort: true, defaultItem }, label)];
    }
    case 'number': {
      const defaultValue = Number(row.initial);
      return [nullable ? box() : element('decimalTextBox', { refId: name, defaultValue }, label)];
    }
    case 'text':
      return [box()];
    case 'json':
      return multiBox(name, `${words.title}, as JSON:`);
  }
}

function multiBox(refId: string, label: string): Xml[] {
  return [element('text', {}, label), element('multiTextBox', { refId, defaultHeight: 12 })];
}

/** The words of the template, English. */
export function adml(): string {
  const strings: [id: string, text: string][] = [
    ['supported', 'Trip Kit Desktop on Windows 10 or newer'],
    ...Object.entries(CATEGORIES).map(([name, title]): [string, string] => [`category_${name}`, title]),
    ['profiles', profileWords.title],
    [
      'profiles_explain',
      `${profileWords.text}\n\nOne list of JSON, over as many lines as you like, or one profile a line: ${profileWords.form}.\nNot configured: no managed profiles.`,
    ],
    ...policyRows.flatMap((row): [string, string][] => {
      const { name, words, of_value } = row;
      const values = of_value.kind === 'choice' ? of_value.values : [];
      return [
        [name, words.title],
        [`${name}_explain`, explanation(row)],
        ...values.map((value): [string, string] => [
          valueId(name, value),
          `${value}: ${words.values?.[value]}`,
        ]),
      ];
    }),
  ];
  const presentations = [
    element('presentation', { id: 'profiles' }, ...multiBox('profiles', `${profileWords.title}, as JSON:`)),
    ...policyRows
      .map((row) => ({ row, inner: presentation(row) }))
      .filter(({ inner }) => inner.length > 0)
      .map(({ row, inner }) => element('presentation', { id: row.name }, ...inner)),
  ];
  return xmlDocument(
    element(
      'policyDefinitionResources',
      { ...VERSION, xmlns: NAMESPACE },
      element('displayName', {}, 'Trip Kit Desktop'),
      element('description', {}, 'Policies of Trip Kit Desktop.'),
      element(
        'resources',
        {},
        element('stringTable', {}, ...strings.map(([id, text]) => element('string', { id }, text))),
        element('presentationTable', {}, ...presentations),
      ),
    ),
  );
}
