/** The commands of `tripkit`. The reader of arguments, help, manual page and shell completion are made from this table. */

/** One option of a command. */
export interface OptionSpec {
  /** The name of its value in help texts; a switch has none. */
  value?: string;
  about: string;
  /** It may be given more than once. */
  many?: true;
  /** The variable of the environment that is used when the option is missing. */
  variable?: string;
}

/** One command. */
export interface CommandSpec {
  /** What it does: the end of a sentence that begins with its name. */
  about: string;
  /** What follows its name, a line for each form. */
  synopsis: readonly string[];
  /** The most operands; 0 if missing. */
  operands?: number;
  options: Readonly<Record<string, OptionSpec>>;
  /** The exit codes, as in profile-and-headless.md. */
  exits: string;
}

const profile = { value: 'FILE', about: 'service profile', variable: 'TRIPKIT_PROFILE' };
const identity = {
  identity: {
    value: 'FILE',
    about: 'client certificate with its key (PKCS#12)',
    variable: 'TRIPKIT_IDENTITY',
  },
  'passphrase-file': { value: 'FILE', about: 'file with its passphrase; else TRIPKIT_PASSPHRASE is used' },
};
const shelf = { 'shelf-key': { value: 'FILE', about: 'key of this desk, made by “tripkit shelf key”' } };
const SHELF = '0 done; 1 the shelf could not be read or written; 2 the command or a file is wrong';
const deadline = { value: 'SECONDS', about: 'longest wait for the generation of one kit' };
const ORDER =
  '0 watch does it at its next look; 1 no such kit, or its state does not allow it; 2 the command is wrong';
/** What the commands about the kits of `watch` need to find its journal. */
const journal = {
  in: { value: 'DIR', about: 'the folder that is watched' },
  at: { value: 'DIR', about: 'the folder that watch was given with --state' },
};
const OFFLINE = '1 a document can’t be read; 2 the command is wrong';

/** Options that every command has. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  json: { about: 'write one JSON object a line' },
  quiet: { about: 'write nothing for people but errors' },
  help: { about: 'explain the command' },
};

/** All commands by name, in the order of help. */
export const commands = {
  fetch: {
    about: 'requests or downloads kits into a folder',
    synopsis: [
      '--profile P.json --identity ID.p12 --out DIR --id TRIPKIT_ID …',
      '--profile P.json --identity ID.p12 --out DIR --request (TRIPS.json | TRIPS.csv)',
    ],
    operands: Infinity,
    options: {
      profile,
      ...identity,
      out: { value: 'DIR', about: 'where kits are saved' },
      id: { value: 'TRIPKIT_ID', about: 'a kit of the service; more may follow', many: true },
      request: { value: 'FILE', about: 'trips to request' },
      deadline,
    },
    exits:
      '0 every kit is saved and verified; 1 at least one failed; 2 the command or a file is wrong, nothing was sent',
  },
  watch: {
    about: 'requests the trips of files that arrive in a folder, and delivers their kits',
    synopsis: ['--profile P.json --identity ID.p12 --in DIR --out DIR [OPTIONS]'],
    options: {
      profile,
      ...identity,
      in: { value: 'DIR', about: 'where trip files arrive' },
      out: { value: 'DIR', about: 'where kits are delivered' },
      name: { value: 'TEMPLATE', about: 'name of a delivered kit; may begin with folders' },
      state: { value: 'DIR', about: 'where the journal and unfinished kits are' },
      once: { about: 'end when everything that is there is done' },
      'dry-run': { about: 'say what would be requested, and change nothing' },
      poll: { value: 'SECONDS', about: 'time between two looks at the folder' },
      deadline,
      command: { value: 'PROGRAM', about: 'program to run on each event' },
      'command-arg': { value: 'ARG', about: 'an argument of it', many: true },
      webhook: { value: 'URL', about: 'https address to which each event is posted' },
      'webhook-secret-file': { value: 'FILE', about: 'file with the secret that signs events' },
      'shelf-key': { value: 'FILE', about: 'put delivered kits on the profile’s shelf, too, with this key' },
    },
    exits:
      '130 ended by a signal; with --once 0 all is delivered, 1 something is not; 2 the command or a file is wrong',
  },
  kits: {
    about: 'lists the kits of watch, whether it runs or not',
    synopsis: ['(--in DIR | --at DIR) [--state STATE] …'],
    options: {
      ...journal,
      state: {
        value: 'STATE',
        about:
          'only kits in this state: waiting, requested, delivered, failed, unconfirmed, cancelled or removed',
        many: true,
      },
    },
    exits: '0 done; 1 the journal can’t be read; 2 the command is wrong',
  },
  retry: {
    about: 'has watch request a kit again that failed or is unconfirmed',
    synopsis: ['KIT … (--in DIR | --at DIR)'],
    operands: Infinity,
    options: journal,
    exits: ORDER,
  },
  accept: {
    about: 'has watch settle a kit that failed or is unconfirmed, without requesting it again',
    synopsis: ['KIT … (--in DIR | --at DIR)'],
    operands: Infinity,
    options: journal,
    exits: ORDER,
  },
  cancel: {
    about: 'has watch cancel a kit that is not delivered yet',
    synopsis: ['KIT … (--in DIR | --at DIR)'],
    operands: Infinity,
    options: journal,
    exits: ORDER,
  },
  status: {
    about: 'says whether watch runs, and what waits for it',
    synopsis: ['(--in DIR | --at DIR)'],
    options: journal,
    exits: '0 watch runs and nothing needs a person; 1 otherwise; 2 the command is wrong',
  },
  'shelf key': {
    about: 'makes the key with which a desk puts kits on a shelf',
    synopsis: ['FILE'],
    operands: 1,
    options: {},
    exits: '0 made; 2 the file can’t be written, or is there already',
  },
  'shelf publish': {
    about: 'puts the kits of folders of deliveries on the shelf',
    synopsis: ['DIR … --profile P.json --shelf-key KEY'],
    operands: Infinity,
    options: { profile, ...shelf },
    exits: SHELF,
  },
  'shelf recall': {
    about: 'withdraws a kit from the shelf; laptops mark it',
    synopsis: ['TRIPKIT_ID --why TEXT --profile P.json --shelf-key KEY'],
    operands: 1,
    options: { profile, ...shelf, why: { value: 'TEXT', about: 'the reason, for pilots' } },
    exits: SHELF,
  },
  'shelf message': {
    about: 'adds a message to a kit on the shelf, to be read before it opens',
    synopsis: ['TRIPKIT_ID --text TEXT --profile P.json --shelf-key KEY'],
    operands: 1,
    options: { profile, ...shelf, text: { value: 'TEXT', about: 'the message, for pilots' } },
    exits: SHELF,
  },
  'shelf notes': {
    about: 'puts the company’s notes of airports and charts on the shelf, instead of those there',
    synopsis: ['NOTES.csv --profile P.json --shelf-key KEY'],
    operands: 1,
    options: { profile, ...shelf },
    exits: SHELF,
  },
  'shelf fetch': {
    about: 'saves kits from the shelf in a folder, without a certificate',
    synopsis: ['--profile P.json --out DIR [--flight FLIGHT …]'],
    options: {
      profile,
      out: { value: 'DIR', about: 'where kits are saved' },
      flight: { value: 'FLIGHT', about: 'only kits of this flight number', many: true },
    },
    exits:
      '0 every kit is saved and verified; 1 at least one is not, or there is none; 2 the command is wrong',
  },
  'shelf status': {
    about: 'lists what is on the shelf, and who had it',
    synopsis: ['--profile P.json'],
    options: { profile },
    exits: '0 it is looked after; 1 it is empty, not looked after or can’t be read; 2 the command is wrong',
  },
  token: {
    about: 'signs in, to test profile and identity',
    synopsis: ['--profile P.json --identity ID.p12'],
    options: { profile, ...identity },
    exits: '0 signed in; 1 refused; 2 the command or a file is wrong',
  },
  'profile check': {
    about: 'checks a service profile',
    synopsis: ['P.json'],
    operands: 1,
    options: {},
    exits: '0 it is sound; 2 it is not',
  },
  'identity show': {
    about: 'shows the facts of a client certificate',
    synopsis: ['--identity ID.p12'],
    options: identity,
    exits: '0 it can be opened; 2 it can’t',
  },
  charts: {
    about: 'lists the charts of a document',
    synopsis: ['FILE.pdf'],
    operands: 1,
    options: {},
    exits: `0 one line a page; ${OFFLINE}`,
  },
  compare: {
    about: 'lists what changed between two documents',
    synopsis: ['OLD.pdf NEW.pdf'],
    operands: 2,
    options: {},
    exits: `0 one line a page; ${OFFLINE}`,
  },
  trips: {
    about: 'lists the flights of rosters, schedules, flight plans and tables; “-” is standard input',
    synopsis: ['FILE …'],
    operands: Infinity,
    options: {},
    exits: '0 at least one flight was read; 1 none was, or a file can’t be read; 2 the command is wrong',
  },
  policy: {
    about: 'shows what administrators decided for this computer, and where',
    synopsis: [''],
    options: {},
    exits: '0 all that was decided is in force; 1 something is refused; 2 the command is wrong',
  },
  health: {
    about: 'reports how an installation is, for tools of a fleet',
    synopsis: ['[--user-data DIR] [--timeout SECONDS]'],
    options: {
      'user-data': { value: 'DIR', about: 'the person’s folder; else that of this account' },
      timeout: { value: 'SECONDS', about: 'how long the whole look may take' },
      aside: { value: 'DIR', about: 'for the command’s own second process' },
    },
    exits: '0 all is well; 1 something needs attention; 2 the command is wrong',
  },
  completion: {
    about: 'writes a script that completes commands and options in a shell',
    synopsis: ['(bash | zsh)'],
    operands: 1,
    options: {},
    exits: '0 written; 2 no such shell',
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;

/** The specification of a command. */
export function specOf(name: CommandName): CommandSpec {
  return commands[name];
}

/** Its own options and those of every command. */
export function optionsOf(name: CommandName): Record<string, OptionSpec> {
  return { ...specOf(name).options, ...commonOptions };
}

export const commandNames = Object.keys(commands) as CommandName[];
