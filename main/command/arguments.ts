import { parseArgs } from 'node:util';
import { TripKitError } from '../common/errors.ts';
import { tripStates } from '../desk/intake-store.ts';
import { DEFAULT_TEMPLATE, templateProblem } from '../desk/rules/delivery-name.ts';
import { type CommandName, commandNames, optionsOf, specOf } from './commands.ts';
import { isShell, type Shell } from './pages.ts';

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
  dry_run: boolean;
  poll_ms: number;
  deadline_ms: number;
  /** The program and its arguments. */
  run: string[] | null;
  webhook: { url: string; secret_file: string } | null;
  /** The file with the key for the profile's shelf; null: nothing is put there. */
  shelf_key: string | null;
}

/** The commands about a shelf (profile-and-headless.md, section 9). */
export type ShelfCommand =
  | { command: 'shelf key'; file: string; json: boolean }
  | { command: 'shelf publish'; profile: string; key: string; folders: string[]; json: boolean }
  | { command: 'shelf recall'; profile: string; key: string; tripkit_id: string; why: string; json: boolean }
  | {
      command: 'shelf message';
      profile: string;
      key: string;
      tripkit_id: string;
      text: string;
      json: boolean;
    }
  | { command: 'shelf notes'; profile: string; key: string; file: string; json: boolean }
  | { command: 'shelf fetch'; profile: string; out: string; flights: string[]; json: boolean }
  | { command: 'shelf status'; profile: string; json: boolean };

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

/** Where the journal of `watch` is: its folder of arrivals, or the folder given with --state. */
export type JournalPlace = { in: string } | { at: string };

/** The commands about the kits of `watch` (profile-and-headless.md, section 6). */
export type DeskCommand =
  | { command: 'kits'; place: JournalPlace; states: string[]; json: boolean }
  | { command: 'retry' | 'accept' | 'cancel'; place: JournalPlace; kits: string[]; json: boolean }
  | { command: 'status'; place: JournalPlace; json: boolean };

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
  | { command: 'profile check'; file: string; json: boolean }
  | ({ command: 'identity show'; json: boolean } & IdentityArguments)
  | { command: 'charts'; file: string; json: boolean }
  | { command: 'compare'; old: string; new: string; json: boolean }
  | { command: 'trips'; files: string[]; json: boolean }
  | { command: 'policy'; json: boolean }
  | HealthCommand
  | DeskCommand
  | ShelfCommand
  | { command: 'completion'; shell: Shell }
  | { command: 'version' }
  /** `about` null: of all commands. */
  | { command: 'help'; about: CommandName | null };

const DEFAULT_DEADLINE_S = 600;
/** For `watch`, s: no person is waiting. */
const WATCH_DEADLINE_S = 1800;
/** For `health`, s: monitoring tools wait 10 s by default. */
const HEALTH_S = 8;
const MAX_HEALTH_S = 300;
const DEFAULT_POLL_S = 2;
const MAX_POLL_S = 3600;
const MAX_DEADLINE_S = 7 * 24 * 3600;

/**
 * Reads a command line.
 *
 * @param env variables that stand in for options
 * @throws TripKitError of kind `config` that says what is wrong with it
 */
export function readArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): HeadlessCommand {
  const [first] = argv;
  if (first === undefined) throw wrong('There is no command.');
  if (first === '--version' || first === '-V') return { command: 'version' };
  const asksHelp = first === 'help' || first === '--help' || first === '-h';
  const words = asksHelp ? argv.slice(1) : argv;
  if (words.length === 0) return { command: 'help', about: null };
  const { name, rest } = commandOf(words);
  if (asksHelp || rest.includes('--help') || rest.includes('-h')) return { command: 'help', about: name };
  return readers[name](new Given(name, rest, env));
}

/** The command at the beginning of the words: one word, or two. @throws TripKitError of kind `config` */
function commandOf([first = '', ...rest]: readonly string[]): { name: CommandName; rest: string[] } {
  const two = commandNames.filter((name) => name.startsWith(`${first} `));
  if (two.length > 0) {
    const named = two.find((name) => name === `${first} ${rest[0]}`);
    if (named !== undefined) return { name: named, rest: rest.slice(1) };
    const verbs = two.map((name) => `“${name.slice(first.length + 1)}”`);
    throw wrong(`“tripkit ${first}” is followed by ${verbs.join(' or ')}.`);
  }
  const name = commandNames.find((one) => one === first);
  if (name === undefined) throw wrong(`There is no command “${first}”.`);
  return { name, rest };
}

/** The options and operands of one command, read by its row in the table of commands. */
class Given {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #options: ReturnType<typeof optionsOf>;
  readonly operands: readonly string[];

  constructor(name: CommandName, args: string[], env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
    this.#options = optionsOf(name);
    const options = Object.fromEntries(
      Object.entries(this.#options).map(([option, { value, many }]) => [
        option,
        { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: many ?? false },
      ]),
    );
    const most = specOf(name).operands ?? 0;
    const { values, positionals } = parse(args, options, most > 0);
    this.#values = values;
    this.operands = positionals;
  }

  get json(): boolean {
    return this.flag('json');
  }

  flag(option: string): boolean {
    return this.#values[option] === true;
  }

  all(option: string): string[] {
    return (this.#values[option] ?? []) as string[];
  }

  /** The option's value, or that of the variable that stands in for it; undefined if both are missing. */
  value(option: string): string | undefined {
    const { variable } = this.#options[option] ?? {};
    const given = this.#values[option] as string | undefined;
    return given ?? (variable === undefined ? undefined : this.#env[variable] || undefined);
  }

  /** @throws TripKitError of kind `config` if it is missing or empty */
  required(option: string): string {
    const value = this.value(option);
    if (value) return value;
    throw wrong(`--${option} is missing.`);
  }

  /** As {@link required}; null if it is not given. */
  optional(option: string): string | null {
    return this.value(option) === undefined ? null : this.required(option);
  }

  /** Exactly so many operands. @throws TripKitError of kind `config` with `message` */
  exactly(count: number, message: string): readonly string[] {
    if (this.operands.length === count && !this.operands.includes('')) return this.operands;
    throw wrong(message);
  }

  /** At least one operand. @throws TripKitError of kind `config` with `message` */
  some(message: string): string[] {
    if (this.operands.length > 0 && !this.operands.includes('')) return [...this.operands];
    throw wrong(message);
  }

  /** @returns ms */
  seconds(option: string, otherwise: number, max: number): number {
    const text = this.value(option);
    if (text === undefined) return otherwise * 1000;
    const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
    if (seconds <= 0 || seconds > max) throw wrong(`--${option} takes a number of seconds from 1 to ${max}.`);
    return seconds * 1000;
  }

  get identity(): IdentityArguments {
    return { identity: this.required('identity'), passphrase_file: this.value('passphrase-file') ?? null };
  }

  get shelf() {
    return { profile: this.required('profile'), key: this.required('shelf-key'), json: this.json };
  }

  get place(): JournalPlace {
    const at = this.optional('at');
    const arrivals = this.optional('in');
    if ((at === null) === (arrivals === null))
      throw wrong(
        'Give --in with the folder that is watched, or --at with the folder that watch got by --state.',
      );
    return at === null ? { in: arrivals ?? '' } : { at };
  }
}

const readers: { [Name in CommandName]: (given: Given) => HeadlessCommand } = {
  fetch: readFetch,
  watch: readWatch,
  kits: (given) => {
    const states = given.all('state');
    const strange = states.find((state) => !(tripStates as readonly string[]).includes(state));
    if (strange !== undefined) throw wrong(`“${strange}” is no state: ${tripStates.join(', ')}.`);
    return { command: 'kits', place: given.place, states, json: given.json };
  },
  retry: (given) => readOrder('retry', given),
  accept: (given) => readOrder('accept', given),
  cancel: (given) => readOrder('cancel', given),
  status: (given) => ({ command: 'status', place: given.place, json: given.json }),
  'shelf key': (given) => {
    const [file = ''] = given.exactly(1, '“tripkit shelf key” takes one file, which it makes.');
    return { command: 'shelf key', file, json: given.json };
  },
  'shelf publish': (given) => {
    const folders = given.some('“tripkit shelf publish” takes at least one folder of delivered kits.');
    return { command: 'shelf publish', folders, ...given.shelf };
  },
  'shelf recall': (given) => {
    const [tripkit_id = ''] = given.exactly(1, '“tripkit shelf recall” takes one tripkit_id.');
    return { command: 'shelf recall', tripkit_id, why: given.required('why'), ...given.shelf };
  },
  'shelf message': (given) => {
    const [tripkit_id = ''] = given.exactly(1, '“tripkit shelf message” takes one tripkit_id.');
    return { command: 'shelf message', tripkit_id, text: given.required('text'), ...given.shelf };
  },
  'shelf notes': (given) => {
    const [file = ''] = given.exactly(1, '“tripkit shelf notes” takes one file of notes.');
    return { command: 'shelf notes', file, ...given.shelf };
  },
  'shelf fetch': (given) => ({
    command: 'shelf fetch',
    profile: given.required('profile'),
    out: given.required('out'),
    flights: given.all('flight'),
    json: given.json,
  }),
  'shelf status': (given) => ({
    command: 'shelf status',
    profile: given.required('profile'),
    json: given.json,
  }),
  token: (given) => ({
    ...{ command: 'token' as const, profile: given.required('profile'), json: given.json },
    ...given.identity,
  }),
  'profile check': (given) => {
    const [file = ''] = given.exactly(1, '“tripkit profile check” takes one profile file.');
    return { command: 'profile check', file, json: given.json };
  },
  'identity show': (given) => ({ command: 'identity show', json: given.json, ...given.identity }),
  charts: (given) => {
    const [file = ''] = given.exactly(1, '“tripkit charts” takes one PDF document.');
    return { command: 'charts', file, json: given.json };
  },
  compare: (given) => {
    const [old = '', newer = ''] = given.exactly(
      2,
      '“tripkit compare” takes two PDF documents: the older one, then the newer one.',
    );
    return { command: 'compare', old, new: newer, json: given.json };
  },
  trips: (given) => {
    const files = given.some('“tripkit trips” takes at least one file; “-” is standard input.');
    return { command: 'trips', files, json: given.json };
  },
  policy: (given) => ({ command: 'policy', json: given.json }),
  health: (given) => ({
    command: 'health',
    user_data: given.optional('user-data'),
    json: given.json,
    limit_ms: given.seconds('timeout', HEALTH_S, MAX_HEALTH_S),
    aside: given.value('aside') ?? null,
  }),
  completion: (given) => {
    const [shell = ''] = given.operands;
    if (given.operands.length !== 1 || !isShell(shell))
      throw wrong('“tripkit completion” takes bash or zsh.');
    return { command: 'completion', shell };
  },
};

/** Whether the command line asks for JSON lines: an invalid one also gets its error in that form. */
export function wantsJson(argv: readonly string[]): boolean {
  return argv.includes('--json');
}

/** Whether it asks for errors only. */
export function wantsQuiet(argv: readonly string[]): boolean {
  return argv.includes('--quiet');
}

function readFetch(given: Given): HeadlessCommand {
  const named = given.all('id');
  const request = given.value('request');
  // "--id A B C": the operands after it belong to --id.
  const ids = named.length > 0 ? [...named, ...given.operands] : [];
  if (named.length === 0 && given.operands[0] !== undefined)
    throw wrong(`“${given.operands[0]}” is no option of fetch.`);
  if (named.length > 0 && request !== undefined) throw wrong('Give either --id or --request, not both.');
  if (named.length === 0 && request === undefined) throw wrong('Give --id TRIPKIT_ID or --request TRIPS.');
  if (ids.some((id) => id === '')) throw wrong('A tripkit_id after --id is empty.');
  return {
    command: 'fetch',
    profile: given.required('profile'),
    out: given.required('out'),
    json: given.json,
    deadline_ms: given.seconds('deadline', DEFAULT_DEADLINE_S, MAX_DEADLINE_S),
    what: request === undefined ? { ids } : { trips: given.required('request') },
    ...given.identity,
  };
}

function readWatch(given: Given): WatchCommand {
  const name = given.value('name') ?? DEFAULT_TEMPLATE;
  const problem = templateProblem(name);
  if (problem !== null) throw wrong(`--name: ${problem}`);
  const command = given.optional('command');
  const args = given.all('command-arg');
  if (command === null && args.length > 0) throw wrong('--command-arg belongs to --command.');
  const url = given.optional('webhook');
  const secret_file = given.optional('webhook-secret-file');
  if ((url === null) !== (secret_file === null))
    throw wrong('--webhook and --webhook-secret-file go together.');
  return {
    command: 'watch',
    profile: given.required('profile'),
    in: given.required('in'),
    out: given.required('out'),
    name,
    state: given.optional('state'),
    json: given.json,
    once: given.flag('once'),
    dry_run: given.flag('dry-run'),
    poll_ms: given.seconds('poll', DEFAULT_POLL_S, MAX_POLL_S),
    deadline_ms: given.seconds('deadline', WATCH_DEADLINE_S, MAX_DEADLINE_S),
    run: command === null ? null : [command, ...args],
    webhook: url === null || secret_file === null ? null : { url: httpsUrl(url), secret_file },
    shelf_key: given.optional('shelf-key'),
    ...given.identity,
  };
}

function readOrder(command: 'retry' | 'accept' | 'cancel', given: Given): HeadlessCommand {
  const kits = given.some(`“tripkit ${command}” takes at least one kit, as “tripkit kits” names it.`);
  return { command, place: given.place, kits, json: given.json };
}

function httpsUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '')
    return text;
  throw wrong('--webhook takes an https address without a name and password in it.');
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

function wrong(message: string): TripKitError {
  return new TripKitError('config', `${message} See “tripkit help”.`, { condition: 'usage' });
}
