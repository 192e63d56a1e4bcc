import { parseArgs } from 'node:util';
import { TripKitError } from '../common/errors.ts';

/** Where the client identity comes from. */
export interface IdentityArguments {
  identity: string;
  passphrase_file: string | null;
}

/** A headless command, as profile-and-headless.md, section 2, spells them. */
export type HeadlessCommand =
  | ({
      command: 'fetch';
      profile: string;
      out: string;
      json: boolean;
      deadline_ms: number;
      what: { ids: string[] } | { trips: string };
    } & IdentityArguments)
  | ({ command: 'token'; profile: string; json: boolean } & IdentityArguments)
  | { command: 'profile check'; file: string }
  | ({ command: 'identity show'; json: boolean } & IdentityArguments)
  | { command: 'charts'; file: string; json: boolean }
  | { command: 'compare'; old: string; new: string; json: boolean }
  | { command: 'trips'; file: string; json: boolean }
  | { command: 'help' };

export const usage = `tripkit fetch --profile P.json --identity ID.p12 [--passphrase-file F] --out DIR [--json] [--deadline SECONDS]
              ( --id TRIPKIT_ID … | --request TRIPS.json | --request TRIPS.csv )
tripkit token --profile P.json --identity ID.p12 [--passphrase-file F] [--json]
tripkit profile check P.json
tripkit identity show --identity ID.p12 [--passphrase-file F] [--json]
tripkit charts FILE.pdf [--json]
tripkit compare OLD.pdf NEW.pdf [--json]
tripkit trips FILE [--json]          FILE: a roster (iCalendar), schedule (SSIM), flight plan messages, OFP, CSV or .xlsx

The passphrase comes from --passphrase-file or the environment variable TRIPKIT_PASSPHRASE.
Exit: 0 every kit is saved and verified; 1 at least one failed; 2 the command or a file is wrong, nothing was sent.
Exit of charts and compare: 0 one line a page; 1 a document can’t be read; 2 the command is wrong.
Exit of trips: 0 at least one flight was read; 1 none was; 2 the command is wrong.`;

const DEFAULT_DEADLINE_S = 600;
const MAX_DEADLINE_S = 7 * 24 * 3600;

const identityOptions = {
  identity: { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const;

/**
 * Reads a command line.
 *
 * @throws TripKitError of kind `config` that says what is wrong with it
 */
export function readArguments(argv: readonly string[]): HeadlessCommand {
  const [command, ...rest] = argv;
  switch (command) {
    case 'fetch':
      return readFetch(rest);
    case 'token': {
      const { values } = parse(rest, {
        ...identityOptions,
        profile: { type: 'string' },
        json: { type: 'boolean' },
      });
      return {
        command,
        profile: required(values.profile, '--profile'),
        json: values.json ?? false,
        ...identityOf(values),
      };
    }
    case 'profile': {
      const { positionals } = parse(afterVerb(command, 'check', rest), {}, true);
      const [file, more] = positionals;
      if (file === undefined || more !== undefined)
        throw wrong('“tripkit profile check” takes one profile file.');
      return { command: 'profile check', file };
    }
    case 'identity': {
      const { values } = parse(afterVerb(command, 'show', rest), {
        ...identityOptions,
        json: { type: 'boolean' },
      });
      return { command: 'identity show', json: values.json ?? false, ...identityOf(values) };
    }
    case 'charts': {
      const { values, positionals } = parse(rest, { json: { type: 'boolean' } }, true);
      const [file, more] = positionals;
      if (!file || more !== undefined) throw wrong('“tripkit charts” takes one PDF document.');
      return { command, file, json: values.json ?? false };
    }
    case 'compare': {
      const { values, positionals } = parse(rest, { json: { type: 'boolean' } }, true);
      const [old, newer, more] = positionals;
      if (!old || !newer || more !== undefined)
        throw wrong('“tripkit compare” takes two PDF documents: the older one, then the newer one.');
      return { command, old, new: newer, json: values.json ?? false };
    }
    case 'trips': {
      const { values, positionals } = parse(rest, { json: { type: 'boolean' } }, true);
      const [file, more] = positionals;
      if (!file || more !== undefined) throw wrong('“tripkit trips” takes one file.');
      return { command, file, json: values.json ?? false };
    }
    case 'help':
    case '--help':
    case '-h':
      return { command: 'help' };
    case undefined:
      throw wrong('There is no command.');
    default:
      throw wrong(`There is no command “${command}”.`);
  }
}

/** Whether the command line asks for JSON lines: also one that is wrong otherwise gets its error in that form. */
export function wantsJson(argv: readonly string[]): boolean {
  return argv.includes('--json');
}

function readFetch(rest: readonly string[]): HeadlessCommand {
  const { values, positionals } = parse(
    rest,
    {
      ...identityOptions,
      profile: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean' },
      deadline: { type: 'string' },
      id: { type: 'string', multiple: true },
      request: { type: 'string' },
    },
    true,
  );
  // "--id A B C": what follows belongs to --id.
  const ids = [...(values.id ?? []), ...(values.id ? positionals : [])];
  if (!values.id && positionals[0] !== undefined) throw wrong(`“${positionals[0]}” is no option of fetch.`);
  if (values.id && values.request !== undefined) throw wrong('Give either --id or --request, not both.');
  if (!values.id && values.request === undefined) throw wrong('Give --id TRIPKIT_ID or --request TRIPS.');
  if (ids.some((id) => id === '')) throw wrong('A tripkit_id after --id is empty.');
  return {
    command: 'fetch',
    profile: required(values.profile, '--profile'),
    out: required(values.out, '--out'),
    json: values.json ?? false,
    deadline_ms: readDeadline(values.deadline),
    what: values.request === undefined ? { ids } : { trips: required(values.request, '--request') },
    ...identityOf(values),
  };
}

function afterVerb(command: string, verb: string, [first, ...rest]: readonly string[]): string[] {
  if (first !== verb) throw wrong(`“tripkit ${command}” is followed by “${verb}”.`);
  return rest;
}

function readDeadline(text: string | undefined): number {
  if (text === undefined) return DEFAULT_DEADLINE_S * 1000;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0 || seconds > MAX_DEADLINE_S) {
    throw wrong(`--deadline takes a number of seconds from 1 to ${MAX_DEADLINE_S}.`);
  }
  return seconds * 1000;
}

function identityOf(values: { identity?: string; 'passphrase-file'?: string }): IdentityArguments {
  return {
    identity: required(values.identity, '--identity'),
    passphrase_file: values['passphrase-file'] ?? null,
  };
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

function parse<T extends NonNullable<Options>>(
  args: readonly string[],
  options: T,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals, strict: true });
  } catch (error) {
    // The texts of parseArgs name the option and what is wrong with it; they never repeat another option's value.
    throw wrong(error instanceof Error ? firstSentence(error.message) : 'The options can’t be read.');
  }
}

function firstSentence(text: string): string {
  return `${text.split(/\.\s|\n/, 1)[0] ?? text}.`;
}

function required(value: string | undefined, option: string): string {
  if (value) return value;
  throw wrong(`${option} is missing.`);
}

function wrong(message: string): TripKitError {
  return new TripKitError('config', `${message} See “tripkit help”.`, { condition: 'usage' });
}
