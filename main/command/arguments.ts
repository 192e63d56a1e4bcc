import { parseArgs } from 'node:util';
import { TripKitError } from '../common/errors.ts';
import { DEFAULT_TEMPLATE, templateProblem } from '../desk/rules/delivery-name.ts';

/** The source of the client identity. */
export interface IdentityArguments {
  identity: string;
  passphrase_file: string | null;
}

/** `tripkit watch` (profile-and-headless.md, section 6). */
export interface WatchCommand extends IdentityArguments {
  command: 'watch';
  profile: string;
  in: string;
  out: string;
  /** The template for names of delivered files. */
  name: string;
  /** The folder of the journal and unfinished kits; null: with the account's other program data. */
  state: string | null;
  json: boolean;
  once: boolean;
  poll_ms: number;
  deadline_ms: number;
  /** The program and its arguments. */
  run: string[] | null;
  webhook: { url: string; secret_file: string } | null;
}

/** `tripkit health` (profile-and-headless.md, section 8). */
export interface HealthCommand {
  command: 'health';
  /** The person's folder; null: that of this account. */
  user_data: string | null;
  json: boolean;
  limit_ms: number;
  /** A folder for copies of databases, for the checking process; null: this is not that process. */
  aside: string | null;
}

/** A headless command (profile-and-headless.md, section 2). */
export type HeadlessCommand =
  | ({
      command: 'fetch';
      profile: string;
      out: string;
      json: boolean;
      deadline_ms: number;
      what: { ids: string[] } | { trips: string };
    } & IdentityArguments)
  | WatchCommand
  | ({ command: 'token'; profile: string; json: boolean } & IdentityArguments)
  | { command: 'profile check'; file: string }
  | ({ command: 'identity show'; json: boolean } & IdentityArguments)
  | { command: 'charts'; file: string; json: boolean }
  | { command: 'compare'; old: string; new: string; json: boolean }
  | { command: 'trips'; file: string; json: boolean }
  | { command: 'policy'; json: boolean }
  | HealthCommand
  | { command: 'help' };

export const usage = `tripkit fetch --profile P.json --identity ID.p12 [--passphrase-file F] --out DIR [--json] [--deadline SECONDS]
              ( --id TRIPKIT_ID … | --request TRIPS.json | --request TRIPS.csv )
tripkit watch --profile P.json --identity ID.p12 [--passphrase-file F] --in DIR --out DIR [--name TEMPLATE] [--state DIR]
              [--once] [--poll SECONDS] [--deadline SECONDS] [--command PROGRAM [--command-arg ARG] …]
              [--webhook URL --webhook-secret-file F] [--json]
tripkit token --profile P.json --identity ID.p12 [--passphrase-file F] [--json]
tripkit profile check P.json
tripkit identity show --identity ID.p12 [--passphrase-file F] [--json]
tripkit charts FILE.pdf [--json]
tripkit compare OLD.pdf NEW.pdf [--json]
tripkit trips FILE [--json]          FILE: a roster (iCalendar), schedule (SSIM), flight plan messages, OFP, CSV or .xlsx
tripkit policy [--json]              what administrators decided for this computer, and where

tripkit health [--user-data DIR] [--timeout SECONDS] [--json]

The passphrase comes from --passphrase-file or the environment variable TRIPKIT_PASSPHRASE.
Exit: 0 every kit is saved and verified; 1 at least one failed; 2 the command or a file is wrong, nothing was sent.
Exit of watch: 130 ended by a signal; with --once 0 all is delivered, 1 something is not; 2 the command or a file is wrong.
Exit of charts and compare: 0 one line a page; 1 a document can’t be read; 2 the command is wrong.
Exit of trips: 0 at least one flight was read; 1 none was; 2 the command is wrong.
Exit of policy: 0 all that was decided is in force; 1 something is refused; 2 the command is wrong.
Exit of health: 0 all is well; 1 something needs attention; 2 the command is wrong.`;

const DEFAULT_DEADLINE_S = 600;
/** For `watch`, s: no person is waiting. */
const WATCH_DEADLINE_S = 1800;
/** For `health`, s: monitoring tools wait 10 s by default. */
const HEALTH_S = 8;
const MAX_HEALTH_S = 300;
const DEFAULT_POLL_S = 2;
const MAX_POLL_S = 3600;
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
    case 'watch':
      return readWatch(rest);
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
    case 'policy': {
      const { values } = parse(rest, { json: { type: 'boolean' } });
      return { command, json: values.json ?? false };
    }
    case 'health': {
      const { values } = parse(rest, {
        'user-data': { type: 'string' },
        timeout: { type: 'string' },
        aside: { type: 'string' },
        json: { type: 'boolean' },
      });
      const folder = values['user-data'];
      return {
        command,
        user_data: folder === undefined ? null : required(folder, '--user-data'),
        json: values.json ?? false,
        limit_ms: readSeconds('--timeout', values.timeout, HEALTH_S, MAX_HEALTH_S),
        aside: values.aside ?? null,
      };
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

/** Whether the command line asks for JSON lines: an invalid one also gets its error in that form. */
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
  // "--id A B C": the arguments after it belong to --id.
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
    deadline_ms: readSeconds('--deadline', values.deadline, DEFAULT_DEADLINE_S, MAX_DEADLINE_S),
    what: values.request === undefined ? { ids } : { trips: required(values.request, '--request') },
    ...identityOf(values),
  };
}

function readWatch(rest: readonly string[]): WatchCommand {
  const { values } = parse(rest, {
    ...identityOptions,
    profile: { type: 'string' },
    in: { type: 'string' },
    out: { type: 'string' },
    name: { type: 'string' },
    state: { type: 'string' },
    json: { type: 'boolean' },
    once: { type: 'boolean' },
    poll: { type: 'string' },
    deadline: { type: 'string' },
    command: { type: 'string' },
    'command-arg': { type: 'string', multiple: true },
    webhook: { type: 'string' },
    'webhook-secret-file': { type: 'string' },
  });
  const name = values.name ?? DEFAULT_TEMPLATE;
  const problem = templateProblem(name);
  if (problem !== null) throw wrong(`--name: ${problem}`);
  const { command, webhook, 'command-arg': args = [], 'webhook-secret-file': secret_file } = values;
  if (command === undefined && args.length > 0) throw wrong('--command-arg belongs to --command.');
  if ((webhook === undefined) !== (secret_file === undefined))
    throw wrong('--webhook and --webhook-secret-file go together.');
  return {
    command: 'watch',
    profile: required(values.profile, '--profile'),
    in: required(values.in, '--in'),
    out: required(values.out, '--out'),
    name,
    state: values.state === undefined ? null : required(values.state, '--state'),
    json: values.json ?? false,
    once: values.once ?? false,
    poll_ms: readSeconds('--poll', values.poll, DEFAULT_POLL_S, MAX_POLL_S),
    deadline_ms: readSeconds('--deadline', values.deadline, WATCH_DEADLINE_S, MAX_DEADLINE_S),
    run: command === undefined ? null : [required(command, '--command'), ...args],
    webhook:
      webhook === undefined || secret_file === undefined
        ? null
        : {
            url: httpsUrl(required(webhook, '--webhook')),
            secret_file: required(secret_file, '--webhook-secret-file'),
          },
    ...identityOf(values),
  };
}

function httpsUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '')
    return text;
  throw wrong('--webhook takes an https address without a name and password in it.');
}

function afterVerb(command: string, verb: string, [first, ...rest]: readonly string[]): string[] {
  if (first !== verb) throw wrong(`“tripkit ${command}” is followed by “${verb}”.`);
  return rest;
}

/** @returns ms */
function readSeconds(option: string, text: string | undefined, otherwise: number, max: number): number {
  if (text === undefined) return otherwise * 1000;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0 || seconds > max) {
    throw wrong(`${option} takes a number of seconds from 1 to ${max}.`);
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
    // The messages of parseArgs name the option and the problem; they never repeat another option's value.
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
