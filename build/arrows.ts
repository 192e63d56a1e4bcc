/**
 * Which room of the house may import which: the arrows of ARCHITECTURE.md as one table, and the linter's rules made from it.
 * `node build/arrows.ts` writes them to build/lint/arrows.json, which biome.json extends.
 */
import { writeFileSync } from 'node:fs';

/** Rooms of main/, and the ones each may import. Rooms that are not named are refused. */
const MAIN: Record<string, string> = {
  common: '',
  profile: 'common',
  identity: 'common',
  updates: 'common',
  library: 'common',
  service: 'common profile',
  kits: 'common profile identity library service',
  watch: 'common library kits',
  app: 'common profile identity library service kits updates',
  ipc: 'common profile identity library kits updates app',
  electron: 'common identity library updates ipc',
  headless: 'common profile identity library service kits updates watch',
  start: 'common profile identity library service kits updates watch app ipc electron headless',
};

/** What every feature of the renderer may import. */
const FLOORS = 'strings design airports ipc state session kits';
/**
 * Rooms of renderer/, from the ground up, and the ones each may import. app/ is the roof: only main.tsx imports it; documents/ and
 * setup/ are pages of their own.
 */
const RENDERER: Record<string, string> = {
  strings: '',
  design: 'strings',
  ipc: 'strings',
  airports: 'strings design',
  state: 'strings design ipc',
  session: 'strings design ipc state',
  kits: 'strings design ipc state session',
  notices: FLOORS,
  guides: FLOORS,
  search: `${FLOORS} guides`,
  ready: FLOORS,
  request: FLOORS,
  batch: `${FLOORS} workers`,
  record: FLOORS,
  settings: FLOORS,
  cockpit: FLOORS,
  'document-messages': '',
  workers: '',
  documents: 'document-messages workers',
  setup: 'strings design ipc state',
  viewer: `${FLOORS} document-messages workers`,
  changes: `${FLOORS} viewer`,
  library: `${FLOORS} request ready`,
  app: `${FLOORS} notices guides search ready request batch record settings cockpit viewer changes library`,
};

/** What is read out of documents, wherever that is: the rooms that run it. */
const JOBS = '**/preload/document-jobs/**';
/** What charts are, read from the text of pages: pure. */
const CHARTS = '**/preload/charts/**';
/** What became of pages in a later document: pure. */
const COMPARISON = '**/preload/comparison/**';
/** What reads rosters, schedules and flight plans: pure. */
const TRIP_FILES = '**/preload/trip-files/**';
const RUN_JOBS = new Set(['library', 'electron', 'documents']);

const SEE = '(ARCHITECTURE.md, arrows)';
const NO_ELECTRON = `Only main/main.ts, main/start/, main/electron/ and preload/expose.ts meet Electron ${SEE}.`;
const NO_UPDATER = `Only main/electron/updater.ts meets electron-updater ${SEE}.`;
const BUILD = ['**/build/*.ts', '**/build/**/*.ts'];
const PRELOADS = ['**/preload/preload.ts', '**/preload/setup.ts', '**/preload/expose.ts'];
const ROOTS = ['**/main.ts', '**/headless.ts'];
const PACKAGES_OF_RENDERER = [
  ...['react', 'react-dom', 'zustand'].flatMap((name) => [name, `${name}/**`]),
  '@tanstack/react-virtual',
  'csv-parse/browser/**',
];

type Rule = { group: string[]; message: string };
type ElectronRule =
  | string
  | { importNames: string[]; message: string }
  | { allowImportNames: string[]; message: string };

/** Refuses these imports in these files. @param electron null: every import of it is allowed */
function override(
  includes: string[],
  rules: Rule[],
  { electron = NO_ELECTRON, updater = false }: { electron?: ElectronRule; updater?: boolean } = {},
) {
  const paths = { electron, ...(updater ? {} : { 'electron-updater': NO_UPDATER }) };
  const patterns = [
    ...rules,
    { group: ['**/test/**'], message: `Nothing outside test/ imports test/ ${SEE}.` },
  ];
  const noRestrictedImports = { level: 'error', options: { paths, patterns } };
  return { includes, linter: { rules: { style: { noRestrictedImports } } } };
}

/** Packages of rooms that have others than the rest of the renderer: PDF.js runs in the page of a document alone. */
const PACKAGES_OF_ROOM: Readonly<Record<string, readonly string[]>> = {
  documents: ['pdfjs-dist', 'pdfjs-dist/**'],
  'document-messages': [],
};

/** Everything but these. */
function only(allowed: string[], message: string): Rule {
  return { group: ['*', '**', ...allowed.map((name) => `!${name}`)], message: `${message} ${SEE}.` };
}

function foldersBeside(room: string, table: Record<string, string>): string[] {
  const allowed = new Set([room, ...(table[room] ?? '').split(' ')]);
  return Object.keys(table).flatMap((name) => (allowed.has(name) ? [] : [`**/${name}/**`]));
}

function mainRoom(room: string) {
  const contract: Record<string, string[]> = {
    ipc: PRELOADS,
    electron: PRELOADS,
    start: PRELOADS,
    app: ['**/preload/**', '!**/preload/schemas/values.ts'],
    updates: ['**/preload/**', '!**/preload/schemas/versions.ts'],
    kits: ['**/preload/**', '!**/preload/schemas/values.ts', '!**/preload/schemas/same-flight.ts'],
    watch: [
      '**/preload/**',
      `!${TRIP_FILES}`,
      '!**/preload/schemas/delivery-name.ts',
      '!**/preload/schemas/same-flight.ts',
    ],
    library: ['**/preload/**', `!${JOBS}`, `!${CHARTS}`, `!${COMPARISON}`, '!**/preload/schemas/values.ts'],
    headless: [
      '**/preload/**',
      `!${CHARTS}`,
      `!${COMPARISON}`,
      `!${TRIP_FILES}`,
      '!**/preload/schemas/delivery-name.ts',
      '!**/preload/schemas/policy.ts',
      '!**/preload/schemas/settings.ts',
      '!**/preload/schemas/watch.ts',
    ],
  };
  const roots = room === 'headless' || room === 'start' ? [] : ROOTS;
  const group = [
    ...foldersBeside(room, MAIN),
    ...(RUN_JOBS.has(room) ? [] : [JOBS]),
    '**/renderer/**',
    ...BUILD,
    ...roots,
    ...(contract[room] ?? ['**/preload/**']),
  ];
  const message = `main/${room} imports ${MAIN[room]?.replaceAll(' ', ', ') || 'no other room'} ${SEE}.`;
  return { group, message };
}

function rendererRoom(room: string | null) {
  return [
    only(
      [...(PACKAGES_OF_ROOM[room ?? ''] ?? PACKAGES_OF_RENDERER), './**', '../**'],
      'The renderer imports its packages, its own files and preload/contract.ts, nothing of the machine',
    ),
    {
      group: ['**/main/**', ...BUILD, ...PRELOADS, '**/headless.ts'],
      message: `The renderer knows its pages’ contracts in preload/ and nothing else of the app ${SEE}.`,
    },
    ...(room === null
      ? []
      : [
          {
            group: [...foldersBeside(room, RENDERER), ...(room === 'documents' ? [] : [JOBS])],
            message: `renderer/${room} imports ${RENDERER[room]?.replaceAll(' ', ', ') || 'no other room'} ${SEE}.`,
          },
        ]),
  ];
}

const NOT_RENDERER = {
  importNames: ['ipcRenderer'],
  message: `ipcRenderer is for preload/expose.ts ${SEE}.`,
};

/** The linter's overrides: of several that name a file the last one holds. */
export function arrows() {
  return [
    override(['**'], []),
    override(['renderer/**'], rendererRoom(null)),
    ...Object.keys(RENDERER).map((room) => override([`renderer/${room}/**`], rendererRoom(room))),
    override(
      ['preload/**'],
      [only(['zod', './**'], 'The contracts import zod, and nothing of Electron, Node or the other layers')],
    ),
    override(
      ['preload/expose.ts'],
      [only(['electron'], 'preload/expose.ts imports electron, nothing else')],
      {
        electron: {
          allowImportNames: ['contextBridge', 'ipcRenderer', 'IpcRendererEvent'],
          message: `preload/expose.ts uses contextBridge and ipcRenderer only ${SEE}.`,
        },
      },
    ),
    override(
      ['preload/document-jobs/**'],
      [
        only(
          ['pdfjs-dist', './**', '../*.ts', '../charts/**', '../comparison/**', '../../comparison/**'],
          'preload/document-jobs imports the types of pdfjs-dist, preload/charts, preload/comparison, and nothing of either side',
        ),
      ],
    ),
    override(
      ['preload/schemas/**'],
      [
        only(
          ['zod', './**', '../charts/chart.ts'],
          'preload/schemas imports zod, its own files and the kinds of charts',
        ),
      ],
    ),
    override(
      ['preload/charts/**'],
      [
        only(
          ['./**', '../*.ts', '../*.json', '../publishers/**'],
          'preload/charts is pure: it imports its own files alone',
        ),
      ],
    ),
    override(
      ['preload/comparison/**'],
      [
        only(
          ['./**', '../charts/**'],
          'preload/comparison is pure: it imports its own files and preload/charts',
        ),
      ],
    ),
    override(
      ['preload/trip-files/**'],
      [
        only(
          [
            './**',
            '../*.ts',
            '../calendar/**',
            '../workbook/**',
            '../schemas/kit.ts',
            'csv-parse/browser/**',
          ],
          'preload/trip-files is pure: it imports csv-parse, the type of a trip, and its own files',
        ),
      ],
    ),
    override(
      ['build/**'],
      [
        {
          group: ['**/main/**', '**/preload/**', '**/renderer/**'],
          message: `build/ holds bundler configs: it names sources by path and imports none ${SEE}.`,
        },
      ],
    ),
    override(
      ['build/guides.ts'],
      [
        {
          group: [
            '**/main/**',
            '**/preload/**',
            '**/renderer/**',
            '!**/renderer/guides',
            '!**/renderer/guides/guide.ts',
          ],
          message: `build/guides.ts makes what renderer/guides/guide.ts describes, and imports nothing else of renderer/ ${SEE}.`,
        },
      ],
    ),
    override(
      ['build/sign-update.ts'],
      [
        {
          group: ['**/main/**', '!**/main/updates/signed-update.ts', '**/preload/**', '**/renderer/**'],
          message: `build/sign-update.ts signs the text that main/updates/signed-update.ts checks, and imports nothing else of main/ ${SEE}.`,
        },
      ],
    ),
    override(
      ['build/policies/**'],
      [
        {
          group: [
            '**/main/**',
            '!**/main/profile/policies.ts',
            '**/preload/**',
            '!**/preload/schemas/settings.ts',
            '**/renderer/**',
          ],
          message: `build/policies makes templates of the tables of policies and settings, and imports nothing else of the app ${SEE}.`,
        },
      ],
    ),
    ...Object.keys(MAIN).flatMap((room) => {
      const rules = [mainRoom(room)];
      if (room === 'headless') return [override(['main/headless.ts', 'main/headless/**'], rules)];
      if (room !== 'electron' && room !== 'start') return [override([`main/${room}/**`], rules)];
      if (room === 'electron')
        return [
          override(['main/electron/**'], rules, { electron: NOT_RENDERER }),
          override(['main/electron/updater.ts'], rules, { electron: NOT_RENDERER, updater: true }),
        ];
      return [
        override(['main/main.ts', 'main/start/**'], rules, {
          electron: {
            importNames: ['ipcMain', 'ipcRenderer'],
            message: `Raw ipcMain is for main/electron/ and main/ipc/, ipcRenderer for preload/expose.ts ${SEE}.`,
          },
        }),
      ];
    }),
    { includes: ['main/kits/lifecycle.ts'], plugins: ['./build/lint/types-only.grit'] },
  ];
}

if (import.meta.main) {
  const file = new URL('lint/arrows.json', import.meta.url);
  const rules = arrows().map((rule) => JSON.stringify(rule));
  writeFileSync(file, `{"overrides":[\n${rules.join(',\n')}\n]}\n`);
}
