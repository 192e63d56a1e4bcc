/**
 * Which room of the house may import which, and how many lines it may have: the tables of build/rooms.ts, held against the
 * code. `node build/arrows.ts` prints what is wrong, a line each, and ends with 1 then.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';
import { CODE, ELECTRON, FEATURE_NAMES, type Room, rooms, TESTS, TYPES_ONLY, WORDS } from './rooms.ts';

/** A file of the house with what it imports. */
interface SourceFile {
  /** From the root of the checkout, with `/`. */
  path: string;
  text: string;
}

/** Names that mean several rooms. */
const MANY: Readonly<Record<string, RegExp>> = {
  rules: /^main\/[\w-]+\/rules$/,
  contract: /^preload\/(?:setup-)?contract(?:\.ts)?$/,
};

/** Lines that a function may have. */
const MAX_LINES = 100;

interface Import {
  /** As it is written. */
  from: string;
  /** Names that are imported as values; null where all of the module comes. */
  values: readonly string[] | null;
  /** Whether nothing but types is imported. */
  isType: boolean;
}

/** Reads the files of main/, preload/, renderer/ and build/. */
export function readSources(root: string): SourceFile[] {
  return globSync('{main,preload,renderer,build}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The problems of these files, one sentence each. */
export function wrongArrows(
  files: readonly SourceFile[],
  table: Readonly<Record<string, Room>> = rooms,
): string[] {
  return files.flatMap((file) => {
    const name = roomOf(file.path, table);
    const room = name === null ? undefined : table[name];
    if (!room || name === null) return [`${file.path} is in no room: build/rooms.ts names them.`];
    return importsOf(file).flatMap((one) => {
      const why = one.from.startsWith('/')
        ? null
        : one.from.startsWith('.')
          ? wrongFile(file.path, name, room, one, table)
          : wrongPackage(file.path, room, one);
      return why === null ? [] : [`${file.path} imports ${one.from}: ${why}`];
    });
  });
}

/** The rooms that have more lines than their budget. */
export function overBudget(
  files: readonly SourceFile[],
  table: Readonly<Record<string, Room>> = rooms,
): string[] {
  const lines = linesOf(files, table);
  return Object.entries(table).flatMap(([name, { lines: budget }]) => {
    const has = lines.get(name) ?? 0;
    if (has <= budget) return [];
    return [
      `${name} has ${has} lines, its budget is ${budget}: take some away, or raise it in build/rooms.ts and say why.`,
    ];
  });
}

/** The functions that are longer than a reader can hold in mind. */
export function longFunctions(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (linesIn(text) <= MAX_LINES) return [];
    return functionsOf(parseSync(path, text).program)
      .map(({ start, end }) => ({ start, lines: linesIn(text.slice(start, end)) }))
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ start, lines }) => {
        const at = linesIn(text.slice(0, start));
        return `${path}:${at} is a function of ${lines} lines; ${MAX_LINES} are allowed.`;
      });
  });
}

const linesIn = (text: string): number => text.split('\n').length;

function functionsOf(node: unknown, found: { start: number; end: number }[] = []) {
  if (typeof node !== 'object' || node === null) return found;
  const { type, start, end } = node as { type?: unknown; start?: unknown; end?: unknown };
  const isFunction = typeof type === 'string' && /^(?:Arrow)?Function(?:Declaration|Expression)$/.test(type);
  if (isFunction && typeof start === 'number' && typeof end === 'number') found.push({ start, end });
  for (const value of Object.values(node)) functionsOf(value, found);
  return found;
}

/** How many lines of code each room has. */
function linesOf(
  files: readonly SourceFile[],
  table: Readonly<Record<string, Room>> = rooms,
): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { path, text } of files) {
    const name = roomOf(path, table) ?? path;
    lines.set(name, (lines.get(name) ?? 0) + text.split('\n').length - 1);
  }
  return lines;
}

/**
 * What stands outside the folders of its feature, which are at most three: main/NAME, renderer/NAME and test/NAME, with
 * preload/contract/NAME.ts.
 */
export function strays(root: string, table: Readonly<Record<string, Room>> = rooms): string[] {
  const names = new Set(
    Object.keys(table).flatMap((name) => /^(?:main|renderer)\/([\w-]+)$/.exec(name)?.[1] ?? []),
  );
  const files = globSync('{main,preload,renderer,test}/**/*.{ts,tsx}', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const folders = new Set(files.flatMap((path) => /^test\/([\w-]+)\//.exec(path)?.[1] ?? []));
  const contracts = files.flatMap((path) => /^preload\/contract\/([\w-]+)\.ts$/.exec(path)?.[1] ?? []);
  return [
    ...[...folders]
      .filter((name) => !names.has(name) && !TESTS.has(name))
      .map((name) => `test/${name} is called as no room; build/rooms.ts names the suites.`),
    ...contracts
      .filter((name) => !names.has(name) && !['app', 'call', 'common'].includes(name))
      .map((name) => `preload/contract/${name}.ts is called as no room.`),
    ...Object.entries(FEATURE_NAMES).flatMap(([feature, { name, others = [] }]) =>
      files
        .filter((path) => name.test(basename(path)) && !isAtHome(path, feature) && !others.includes(path))
        .map((path) => `${path} is called as a file of ${feature}, and stands elsewhere.`),
    ),
  ];
}

/** Whether a file of this feature may be there. */
function isAtHome(path: string, feature: string): boolean {
  const [floor, room = ''] = path.split('/');
  if (floor === 'preload' || room === feature) return true;
  return floor === 'test'
    ? TESTS.has(room) || ['electron', 'command', 'host'].includes(room)
    : path.startsWith('main/electron/') || path.startsWith('main/command/');
}

/** The room of the longest name that the file lies in; null where there is none. */
function roomOf(path: string, table: Readonly<Record<string, Room>>): string | null {
  if (WORDS.test(path)) return 'renderer/words';
  const parts = path.split('/');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('/');
    if (Object.hasOwn(table, name)) return name;
  }
  return null;
}

function wrongFile(
  path: string,
  name: string,
  room: Room,
  { from, values, isType }: Import,
  table: Readonly<Record<string, Room>>,
): string | null {
  const target = normalize(join(dirname(path), from)).replaceAll('\\', '/');
  if (target.startsWith('test/')) return 'nothing outside test/ imports test/.';
  const other = roomOf(target, table);
  if (TYPES_ONLY.has(path) && values !== null && (values.length > 0 || !isType))
    return `${path} is a pure function: it imports types alone.`;
  // Schemas would bring zod into the page, whose policy forbids what zod tries at its start.
  if (name.startsWith('renderer/') && MANY.contract?.test(other ?? '') && values?.length !== 0)
    return 'pages import types alone of the contract.';
  if (other === name || !CODE.test(target)) return null;
  if (other === null) return `${target} is in no room.`;
  const floor = name.split('/')[0] ?? '';
  const may = room.imports.split(' ').filter((one) => one !== '');
  const allowed = may.some((one) => {
    const full = /^(main|preload|renderer)\//.test(one) ? one : `${floor}/${one}`;
    return full === other || MANY[one]?.test(other);
  });
  return allowed ? null : `${name} imports ${may.join(', ') || 'no other room'}.`;
}

function wrongPackage(path: string, room: Room, { from, values }: Import): string | null {
  const name = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
  if (name === 'electron' || name === 'electron-updater') {
    const allowed = ELECTRON.find((rule) => rule.name === name && rule.files.test(path));
    if (!allowed)
      return `only ${ELECTRON.filter((rule) => rule.name === name)
        .map((rule) => rule.where)
        .join(', ')} meet it.`;
    const but: readonly string[] = allowed.but;
    const bad = (values ?? []).filter((one) => but.includes(one));
    return bad.length > 0 ? `${bad.join(', ')} is not for ${allowed.where}.` : null;
  }
  if (room.packages === undefined) return null;
  return room.packages.split(' ').some((one) => one === name || from.startsWith(`${one}/`))
    ? null
    : `it may have ${room.packages || 'no package'}, and nothing of Node.`;
}

function importsOf({ path, text }: SourceFile): Import[] {
  const { module } = parseSync(path, text);
  const found: Import[] = module.staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
    values: entries.some(({ importName }) => importName.kind === 'NamespaceObject')
      ? null
      : entries.flatMap(({ importName, isType }) => (isType ? [] : [importName.name ?? 'default'])),
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) {
      if (moduleRequest) found.push({ from: moduleRequest.value, values: null, isType: false });
    }
  }
  // Of modules that are loaded later, of their types, and of workers.
  for (const [, from = ''] of text.matchAll(/(?:\bimport\(|\bnew URL\()\s*'([^']+)'/g))
    found.push({ from, values: null, isType: false });
  return found;
}

if (import.meta.main) {
  const root = new URL('..', import.meta.url).pathname;
  const files = readSources(root);
  const wrong = [...wrongArrows(files), ...overBudget(files), ...longFunctions(files), ...strays(root)];
  for (const line of wrong) process.stdout.write(`${line}\n`);
  if (process.argv.includes('--lines')) {
    for (const [name, lines] of linesOf(files))
      process.stdout.write(`${String(lines).padStart(6)} ${name}\n`);
  }
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
