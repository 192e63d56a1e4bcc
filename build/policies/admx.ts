/**
 * The administrative template of Group Policy: TripKitDesktop.admx and en-US/TripKitDesktop.adml (Microsoft, "Group Policy ADMX
 * Syntax Reference Guide"; [MS-GPREG], section 7). Text boxes and multi-line text boxes stand where a combo box could: Intune
 * doesn't import those.
 */

import { profileWords } from '../../renderer/policies/words.ts';
import { escaped, type PolicyRow, policyRows, valueLines, withoutDecision, XML_HEAD } from './table.ts';

/** The key of the registry below HKEY_LOCAL_MACHINE (main/policies/registry-policies.ts). */
const ADMX_KEY = 'SOFTWARE\\Policies\\Trip Kit Desktop';
const ROOT =
  'revision="1.0" schemaVersion="1.0" xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions"';

const CATEGORIES = {
  product: 'Trip Kit Desktop',
  policy: 'About the app',
  setting: 'Settings of people',
} as const;

/** How values are entered: the element of the ADMX, and its box of the ADML. */
interface Input {
  element: string;
  box: string;
}

/** Only letters, digits and underscores may stand in ids of strings. */
function valueId(name: string, value: string): string {
  return `${name}_value_${value.replace(/\W/g, '_')}`;
}

/** What enabled and disabled mean, where a row has no other values: administrators expect “Disabled” to switch it off. */
function switchedOf({ of_value }: PolicyRow): readonly [enabled: string, disabled: string] | null {
  if (of_value.kind === 'boolean') return ['true', 'false'];
  const isOnOff = of_value.kind === 'choice' && of_value.values.join() === 'on,off';
  return isOnOff ? ['on', 'off'] : null;
}

/** How the values of a row are entered; null where it is enabled or disabled alone. */
function inputOf(row: PolicyRow): Input | null {
  const { name, words, of_value, nullable, initial } = row;
  if (switchedOf(row)) return null;
  const facts = `id="${name}" valueName="${name}" required="true"`;
  const label = `${escaped(words.title)}:`;
  const text = (most: number) => ({
    element: `<text ${facts} maxLength="${most}"/>`,
    box: `<textBox refId="${name}"><label>${label}</label></textBox>`,
  });
  switch (of_value.kind) {
    case 'choice': {
      const items = of_value.values.map(
        (value) =>
          `<item displayName="$(string.${valueId(name, value)})"><value><string>${value}</string></value></item>`,
      );
      const first = of_value.values.indexOf(String(initial));
      return {
        element: `<enum ${facts}>${items.join('')}</enum>`,
        box: `<dropdownList refId="${name}" noSort="true" defaultItem="${first}">${label}</dropdownList>`,
      };
    }
    case 'number':
      // With “none”, which is no number, it is a text.
      if (nullable) return text(16);
      return {
        element: `<decimal ${facts} minValue="${of_value.min}" maxValue="${of_value.max}"/>`,
        box: `<decimalTextBox refId="${name}" defaultValue="${initial}">${label}</decimalTextBox>`,
      };
    case 'text':
      return text(of_value.max);
    default:
      return jsonInput(name, words.title);
  }
}

function jsonInput(name: string, title: string): Input {
  return {
    element: `<multiText id="${name}" valueName="${name}" required="true" maxLength="16384" maxStrings="4096"/>`,
    box: `<text>${escaped(title)}, as JSON:</text><multiTextBox refId="${name}" defaultHeight="12"/>`,
  };
}

/** Every policy with its category and its input, the profiles first. */
const inputs: readonly { name: string; category: keyof typeof CATEGORIES; input: Input | null }[] = [
  { name: 'profiles', category: 'product', input: jsonInput('profiles', profileWords.title) },
  ...policyRows.map((row) => ({ name: row.name, category: row.of, input: inputOf(row) })),
];

/** The value that the registry gets where a policy is enabled or disabled. */
function written(value: string): string {
  const yesNo = ['false', 'true'].indexOf(value);
  return yesNo < 0 ? `<string>${value}</string>` : `<decimal value="${yesNo}"/>`;
}

function policy({ name, category, input }: (typeof inputs)[number]): string {
  const row = policyRows.find((one) => one.name === name);
  const [yes, no] = (row && switchedOf(row)) ?? ['true', 'false'];
  const entered = input ? `presentation="$(presentation.${name})"` : `valueName="${name}"`;
  const values = input
    ? `<elements>${input.element}</elements>`
    : `<enabledValue>${written(yes)}</enabledValue><disabledValue>${written(no)}</disabledValue>`;
  return `
    <policy name="${name}" class="Machine" displayName="$(string.${name})" explainText="$(string.${name}_explain)" key="${ADMX_KEY}" ${entered}>
      <parentCategory ref="${category}"/>
      <supportedOn ref="supported"/>
      ${values}
    </policy>`;
}

function category(name: string): string {
  const parent = name === 'product' ? '' : '<parentCategory ref="product"/>';
  return `
    <category name="${name}" displayName="$(string.category_${name})">${parent}</category>`;
}

/** The template without its words. */
export function admx(): string {
  return `${XML_HEAD}
<policyDefinitions ${ROOT}>
  <policyNamespaces>
    <target prefix="tripkit" namespace="TripKitDesktop.Policies"/>
  </policyNamespaces>
  <resources minRequiredRevision="1.0"/>
  <supportedOn>
    <definitions>
      <definition name="supported" displayName="$(string.supported)"/>
    </definitions>
  </supportedOn>
  <categories>${Object.keys(CATEGORIES).map(category).join('')}
  </categories>
  <policies>${inputs.map(policy).join('')}
  </policies>
</policyDefinitions>
`;
}

function explanation(row: PolicyRow): string {
  const { words, of_value } = row;
  const switched = switchedOf(row);
  const values = switched
    ? [`Enabled: ${words.values?.[switched[0]]}.`, `Disabled: ${words.values?.[switched[1]]}.`]
    : valueLines(row).map((line) => `${of_value.kind === 'choice' ? '' : 'Value: '}${line}.`);
  const otherwise = `Not configured: ${withoutDecision(row)}.`;
  return [
    words.text,
    '',
    ...values,
    ...(switched ? [] : ['Disabled: as if not configured.']),
    otherwise,
  ].join('\n');
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
      const values = of_value.kind === 'choice' && !switchedOf(row) ? of_value.values : [];
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
  const presentations = inputs.map(({ name, input }) =>
    input ? `\n      <presentation id="${name}">${input.box}</presentation>` : '',
  );
  return `${XML_HEAD}
<policyDefinitionResources ${ROOT}>
  <displayName>Trip Kit Desktop</displayName>
  <description>Policies of Trip Kit Desktop.</description>
  <resources>
    <stringTable>${strings.map(([id, text]) => `\n      <string id="${id}">${escaped(text)}</string>`).join('')}
    </stringTable>
    <presentationTable>${presentations.join('')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}
