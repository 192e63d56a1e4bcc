/**
 * The rooms of the house, from the ground up: how many lines of TypeScript each may have, and which rooms it may import. `npm run
 * lint` holds them (build/arrows.ts).
 *
 * A budget is raised only by a commit that says why. `contract` means preload/contract/ and the two contracts that are made of it,
 * `rules` the rooms main/NAME/rules: pure code of any feature, which page and main both need.
 */

/** What a room may have. */
export interface Room {
  /** Its budget. */
  lines: number;
  /** The rooms that it may import, separated by spaces; those of its own floor without the floor. */
  imports: string;
  /** The packages that it may import, Node's own modules among them; where absent, all that package.json has. */
  packages?: string;
}

/** The words of a room's screens: a room of their own, because every room may say them. */
export const WORDS = /^renderer\/.+\/words\.ts$/;

/** What of a file's imports is code of the house; others (styles, addresses, data) may be anywhere. */
export const CODE = /\.tsx?$/;

type Row = readonly [lines: number, imports: string];

const MAIN: Readonly<Record<string, Row>> = {
  common: [1385, ''],
  background: [280, 'common'],
  store: [2640, 'common rules'],
  host: [550, 'common store settings documents rules contract'],
  settings: [410, 'common rules contract'],
  'documents/jobs': [2440, 'rules contract'],
  documents: [3365, 'common background store documents/jobs rules'],
  profile: [1550, 'common store host contract'],
  policies: [1010, 'common host profile contract'],
  identity: [2095, 'common host profile contract'],
  service: [3750, 'common host profile identity contract'],
  updates: [1180, 'common host rules contract'],
  trips: [485, 'common host rules contract'],
  kits: [4265, 'common store host settings documents service trips rules contract'],
  soundness: [1010, 'common store host documents kits contract'],
  viewer: [420, 'common store host documents kits soundness'],
  charts: [175, 'common kits rules contract'],
  reading: [2010, 'common store host documents/jobs documents kits charts rules contract'],
  marks: [1495, 'common store host documents kits rules contract'],
  print: [790, 'common host documents kits marks contract'],
  comparison: [
    3030,
    'common background store host documents/jobs documents kits soundness reading marks rules contract',
  ],
  record: [990, 'common store host documents profile kits rules contract'],
  parcels: [3558, 'common background store host settings documents profile kits record rules'],
  desk: [2850, 'common background store host settings documents profile service trips kits rules contract'],
  shelf: [3180, 'common store host profile service desk kits rules contract'],
  support: [
    1835,
    'common store host documents profile policies identity service updates record parcels rules contract',
  ],
  cockpit: [260, 'common host updates kits'],
  command: [
    2820,
    'common store documents profile policies identity service trips kits reading comparison parcels desk shelf support rules contract',
  ],
  electron: [
    5030,
    'common background store host settings documents/jobs documents profile policies identity service updates kits viewer print support cockpit contract',
  ],
  start: [
    740,
    'common host settings documents profile policies identity service updates trips kits soundness viewer charts reading marks print comparison parcels desk shelf support cockpit electron contract',
  ],
};

/** Pure: on nothing but each other, types of main/common and of the contract, and what a bundle for the page can hold. */
const RULES: Readonly<Record<string, Row>> = {
  charts: [2855, 'documents/rules contract'],
  comparison: [3012, 'charts/rules contract'],
  documents: [55, ''],
  desk: [120, ''],
  kits: [140, ''],
  marks: [130, 'charts/rules'],
  parcels: [15, ''],
  record: [65, ''],
  settings: [285, ''],
  shelf: [115, 'contract'],
  trips: [4505, 'common'],
  updates: [45, ''],
};

/** Rooms of the page of a document, and what all pages share. */
const ALONE = new Set(['documents', 'documents/messages', 'design/workers']);

/** Of the page of a document, which parses what comes from outside. */
const DOCUMENTS = new Set(['documents', 'documents/messages']);

const RENDERER: Readonly<Record<string, Row>> = {
  'design/workers': [35, ''],
  'documents/messages': [460, ''],
  documents: [1545, 'design/workers documents/messages rules main/documents/jobs'],
  words: [2570, ''],
  design: [1420, ''],
  airports: [385, 'design'],
  'shell/state': [1310, 'design'],
  kits: [2920, 'design shell/state'],
  'viewer/document': [5345, 'design/workers documents/messages design shell/state kits'],
  charts: [705, 'design shell/state kits viewer/document'],
  'comparison/in-viewer': [100, 'design shell/state viewer/document'],
  marks: [2420, 'design shell/state viewer/document charts comparison/in-viewer'],
  comparison: [1990, 'design shell/state kits viewer/document charts marks'],
  guides: [720, 'design shell/state kits'],
  search: [695, 'design airports shell/state kits guides'],
  request: [920, 'design airports shell/state kits'],
  shelf: [630, 'design shell/state setup/state'],
  batch: [2280, 'design/workers design airports shell/state kits shelf'],
  ready: [1550, 'design airports shell/state kits shelf'],
  record: [345, 'design shell/state'],
  settings: [370, 'design shell/state kits'],
  policies: [260, 'design shell/state'],
  cockpit: [215, 'design shell/state'],
  'kits/library': [2740, 'design airports shell/state kits request ready shelf'],
  viewer: [5100, 'design shell/state kits viewer/document charts comparison/in-viewer marks cockpit'],
  'setup/state': [375, 'shell/state'],
  identity: [380, 'design setup/state'],
  profile: [390, 'design shell/state setup/state'],
  parcels: [430, 'design shell/state setup/state'],
  desk: [285, 'design shell/state setup/state'],
  updates: [210, 'design shell/state setup/state'],
  support: [430, 'design shell/state setup/state'],
  setup: [225, 'design shell/state setup/state identity profile shelf parcels desk updates support settings'],
  shell: [
    1065,
    'design shell/state kits viewer/document comparison guides search request shelf batch record settings policies cockpit kits/library viewer parcels support',
  ],
};

/** All but the page of a document say words, know the contract and have the rules. */
const RENDERER_WITH_WORDS = Object.fromEntries(
  Object.entries(RENDERER).map(([name, [lines, imports]]) => [
    name,
    [lines, ALONE.has(name) ? imports : `${imports} words contract rules`] as const,
  ]),
);

const PACKAGES_OF_RENDERER = 'react react-dom zustand @tanstack/react-virtual csv-parse/browser';

/** Every room by its folder. Of two that hold a file the inner one counts. */
export const rooms: Readonly<Record<string, Room>> = {
  ...roomsOf(
    MAIN,
    (name) => `main/${name}`,
    (name) => (name === 'documents/jobs' ? 'pdfjs-dist zod' : undefined),
  ),
  ...roomsOf(
    RULES,
    (name) => `main/${name}/rules`,
    () => 'csv-parse/browser',
  ),
  ...roomsOf(
    RENDERER_WITH_WORDS,
    (name) => `renderer/${name}`,
    (name) => (DOCUMENTS.has(name) ? (name === 'documents' ? 'pdfjs-dist' : '') : PACKAGES_OF_RENDERER),
  ),
  'main/main.ts': { lines: 140, imports: 'common host support electron command start' },
  'main/headless.ts': { lines: 15, imports: 'common command' },
  'renderer/main.tsx': { lines: 40, imports: 'design shell shell/state', packages: PACKAGES_OF_RENDERER },
  'preload/contract': { lines: 2280, imports: 'main/common rules', packages: 'zod' },
  'preload/contract.ts': { lines: 95, imports: 'contract', packages: 'zod' },
  'preload/setup-contract.ts': { lines: 50, imports: 'contract', packages: 'zod' },
  preload: { lines: 60, imports: 'contract', packages: 'electron' },
  build: {
    lines: 3180,
    imports: 'rules main/command main/policies main/updates contract renderer/guides renderer/words',
  },
};

/** Who may import Electron, and what of it they may not. */
export const ELECTRON = [
  { name: 'electron', where: 'main/electron/', files: /^main\/electron\//, but: ['ipcRenderer'] },
  {
    name: 'electron',
    where: 'main/main.ts and main/start/',
    files: /^main\/(?:main\.ts$|start\/)/,
    but: ['ipcMain', 'ipcRenderer'],
  },
  {
    name: 'electron',
    where: 'preload/expose.ts',
    files: /^preload\/expose\.ts$/,
    but: ['ipcMain', 'shell', 'clipboard', 'webUtils'],
  },
  {
    name: 'electron-updater',
    where: 'main/electron/updater.ts',
    files: /^main\/electron\/updater\.ts$/,
    but: [],
  },
] as const satisfies { name: string; where: string; files: RegExp; but: readonly string[] }[];

/**
 * What the files of a feature are called. Elsewhere such names are refused, but for the adapters to Electron and the commands of the
 * command line, which are a file each, and the files named here, whose word means something else.
 */
export const FEATURE_NAMES: Readonly<Record<string, { name: RegExp; others?: readonly string[] }>> = {
  cockpit: { name: /cockpit/ },
  comparison: { name: /compar/ },
  desk: {
    name: /watch(?:ed)?[-.]|intake/,
    others: [
      'main/identity/expiry-watch.ts',
      'main/profile/profile-intake.ts',
      'renderer/batch/batch-intake.ts',
      'test/identity/expiry-watch.test.ts',
    ],
  },
  guides: { name: /guide/ },
  identity: { name: /identity|pkcs12/ },
  parcels: { name: /hand-over|backup/, others: ['main/store/backups-folder.ts'] },
  policies: {
    name: /polic/,
    others: ['main/updates/update-policy.ts', 'test/updates/update-policy.test.ts'],
  },
  record: { name: /audit/ },
  support: { name: /crash|diagnostic|health/ },
  updates: { name: /update/, others: ['main/documents/pdf/update.ts'] },
};

/** Files that import types alone, because they are pure functions. */
export const TYPES_ONLY: ReadonlySet<string> = new Set(['main/kits/lifecycle.ts']);

/** Folders of test/ that no room is called as: the suites, and what tests are made with. */
export const TESTS: ReadonlySet<string> = new Set(
  'attack bench build campaign conformance corpus demo demo-service docs e2e fuzz installers packaging runtime window windows'.split(
    ' ',
  ),
);

function roomsOf(
  table: Readonly<Record<string, Row>>,
  folder: (name: string) => string,
  packages: (name: string) => string | undefined,
): Record<string, Room> {
  return Object.fromEntries(
    Object.entries(table).map(([name, [lines, imports]]) => {
      const allowed = packages(name);
      return [folder(name), { lines, imports, ...(allowed === undefined ? {} : { packages: allowed }) }];
    }),
  );
}
