import { parseArgs } from 'node:util';
import { TripKitError } from '../common/errors.ts';
import { tripStates } from '../desk/intake-store.ts';
import { DEFAULT_TEMPLATE, templateProblem } from '../desk/rules/delivery-name.ts';
import { type CommandName, commandNames, optionsOf, specOf } from './commands.ts';
import { isShell } from './pages.ts';

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
  return { command: name, ...readers[name](new Given(name, rest, env)) } as HeadlessCommand;
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
  readonly name: CommandName;
  readonly operands: readonly string[];

  constructor(name: CommandName, args: string[], env: Readonly<Record<string, string | undefined>>) {
    this.name = name;
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

  /** The only operand. @throws TripKitError of kind `config` with `message` */
  one(message: string): string {
    const [operand, ...more] = this.some(message);
    if (operand !== undefined && more.length === 0) return operand;
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

  get identity() {
    return { identity: this.required('identity'), passphrase_file: this.value('passphrase-file') ?? null };
  }

  get desk() {
    return { profile: this.required('profile'), key: this.required('shelf-key') };
  }

  /** Where the journal of `watch` is: its folder of arrivals, or the folder given with --state. */
  get place(): { in: string } | { at: string } {
    const at = this.optional('at');
    const arrivals = this.optional('in');
    if ((at === null) === (arrivals === null))
      throw wrong(
        'Give --in with the folder that is watched, or --at with the folder that watch got by --state.',
      );
    return at === null ? { in: arrivals ?? '' } : { at };
  }
}

/** What each command takes (profile-and-headless.md, section 2). */
const readers = {
  fetch: readFetch,
  watch: readWatch,
  kits: (given: Given) => {
    const states = given.all('state');
    const strange = states.find((state) => !(tripStates as readonly string[]).includes(state));
    if (strange !== undefined) throw wrong(`“${strange}” is no state: ${tripStates.join(', ')}.`);
    return { place: given.place, states };
  },
  retry: readOrder,
  accept: readOrder,
  cancel: readOrder,
  status: (given: Given) => ({ place: given.place }),
  'shelf key': (given: Given) => ({
    file: given.one('“tripkit shelf key” takes one file, which it makes.'),
  }),
  'shelf publish': (given: Given) => ({
    folders: given.some('“tripkit shelf publish” takes at least one folder of delivered kits.'),
    ...given.desk,
  }),
  'shelf recall': (given: Given) => ({
    tripkit_id: given.one('“tripkit shelf recall” takes one tripkit_id.'),
    why: given.required('why'),
    ...given.desk,
  }),
  'shelf message': (given: Given) => ({
    tripkit_id: given.one('“tripkit shelf message” takes one tripkit_id.'),
    text: given.required('text'),
    ...given.desk,
  }),
  'shelf notes': (given: Given) => ({
    file: given.one('“tripkit shelf notes” takes one file of notes.'),
    ...given.desk,
  }),
  'shelf fetch': (given: Given) => ({
    profile: given.required('profile'),
    out: given.required('out'),
    flights: given.all('flight'),
  }),
  'shelf status': (given: Given) => ({ profile: given.required('profile') }),
  token: (given: Given) => ({ profile: given.required('profile'), ...given.identity }),
  'profile check': (given: Given) => ({
    file: given.one('“tripkit profile check” takes one profile file.'),
  }),
  'identity show': (given: Given) => given.identity,
  charts: (given: Given) => ({ file: given.one('“tripkit charts” takes one PDF document.') }),
  compare: (given: Given) => {
    const message = '“tripkit compare” takes two PDF documents: the older one, then the newer one.';
    const [old, newer, ...more] = given.some(message);
    if (old === undefined || newer === undefined || more.length > 0) throw wrong(message);
    return { old, new: newer };
  },
  trips: (given: Given) => ({
    files: given.some('“tripkit trips” takes at least one file; “-” is standard input.'),
  }),
  policy: () => ({}),
  health: (given: Given) => ({
    /** The person's folder; null: that of this account. */
    user_data: given.optional('user-data'),
    limit_ms: given.seconds('timeout', HEALTH_S, MAX_HEALTH_S),
    /** A folder for copies of databases, for the checking process; null: this is not that process. */
    aside: given.value('aside') ?? null,
  }),
  completion: (given: Given) => {
    const message = '“tripkit completion” takes bash or zsh.';
    const shell = given.one(message);
    if (!isShell(shell)) throw wrong(message);
    return { shell };
  },
} satisfies Record<CommandName, (given: Given) => object>;

/** A command with its name and what it takes. */
export type CommandOf<Name extends CommandName> = Name extends CommandName
  ? { command: Name } & ReturnType<(typeof readers)[Name]>
  : never;

/** A headless command; the help about null is of all commands. */
export type HeadlessCommand =
  | CommandOf<CommandName>
  | { command: 'version' }
  | { command: 'help'; about: CommandName | null };

/** Whether the command line asks for JSON lines: an invalid one also gets its error in that form. */
export function wantsJson(argv: readonly string[]): boolean {
  return argv.includes('--json');
}

/** Whether it asks for errors only. */
export function wantsQuiet(argv: readonly string[]): boolean {
  return argv.includes('--quiet');
}

function readFetch(given: Given) {
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
    profile: given.required('profile'),
    out: given.required('out'),
    deadline_ms: given.seconds('deadline', DEFAULT_DEADLINE_S, MAX_DEADLINE_S),
    /** The file of trips to request; null: kits are fetched by their ids. */
    trips: request === undefined ? null : given.required('request'),
    ids,
    ...given.identity,
  };
}

function readWatch(given: Given) {
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
    profile: given.required('profile'),
    in: given.required('in'),
    out: given.required('out'),
    /** The template for names of delivered files. */
    name,
    /** The folder of the journal and unfinished kits; null: with the account's other program data. */
    state: given.optional('state'),
    once: given.flag('once'),
    dry_run: given.flag('dry-run'),
    poll_ms: given.seconds('poll', DEFAULT_POLL_S, MAX_POLL_S),
    deadline_ms: given.seconds('deadline', WATCH_DEADLINE_S, MAX_DEADLINE_S),
    /** The program and its arguments. */
    run: command === null ? null : [command, ...args],
    webhook: url === null || secret_file === null ? null : { url: httpsUrl(url), secret_file },
    /** The file with the key for the profile's shelf; null: nothing is put there. */
    shelf_key: given.optional('shelf-key'),
    ...given.identity,
  };
}

function readOrder(given: Given) {
  const kits = given.some(`“tripkit ${given.name}” takes at least one kit, as “tripkit kits” names it.`);
  return { place: given.place, kits };
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
