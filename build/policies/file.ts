/** For the managed profile, the JSON file of Linux and macOS: its JSON Schema and an example. */
import { profileWords } from '../../renderer/policies/words.ts';
import { exampleDecisions, exampleProfile } from './examples.ts';
import { description, type JsonSchema, policyRows } from './table.ts';

/** Profiles that one file may hold (main/policies/managed-profile.ts). */
const MAX_PROFILES = 50;

/** JSON Schema of the file (draft 2020-12). */
export function fileSchema(): JsonSchema {
  const text = { type: 'string', minLength: 1 };
  const decisions = policyRows.map((row) => [
    row.name,
    {
      title: row.words.title,
      description: description(row),
      ...row.schema,
    },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Managed profile of Trip Kit Desktop',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      profiles: {
        title: profileWords.title,
        description: `${profileWords.text} Each: ${profileWords.form}.`,
        type: 'array',
        maxItems: MAX_PROFILES,
        items: {
          type: 'object',
          properties: Object.fromEntries(
            ['name', 'company_code', 'company_name', 'client_id', 'auth_url', 'base_url'].map((name) => [
              name,
              text,
            ]),
          ),
          required: Object.keys(exampleProfile),
        },
      },
      settings: {
        description: 'Policies and settings: each that is named here holds for everybody on the computer.',
        type: 'object',
        properties: Object.fromEntries(decisions),
        additionalProperties: false,
      },
    },
    required: ['profiles'],
    additionalProperties: false,
  };
}

/** An example of the file. */
export function exampleFile(): object {
  return {
    $schema: './managed-profile.schema.json',
    profiles: [exampleProfile],
    settings: exampleDecisions,
  };
}
