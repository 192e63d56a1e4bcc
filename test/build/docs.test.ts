/** The guides say what the code does: names of variables, paths, files and commands. */
import { existsSync, globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TESTS } from '../../build/rooms.ts';
import { PREFERENCES_FILE } from '../../main/policies/managed-preferences.ts';
import { managedProfilePath } from '../../main/policies/managed-profile.ts';
import { strictestValues } from '../../main/policies/policies.ts';
import { POLICY_KEY } from '../../main/policies/registry-policies.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(root, path), 'utf8');
/** Guides that are not packed into the app: of the others a link that leads nowhere ends the build (guides.test.ts). */
const unpacked = ['docs/release.md', 'docs/shelf-guide.md', 'README.md', 'CONTRIBUTING.md'];

/** The anchors of a text's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

test('every link of the other guides leads somewhere', async () => {
  for (const guide of unpacked) {
    const text = await read(guide);
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (target.startsWith('https:')) continue;
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? guide : join(dirname(guide), file);
      expect(existsSync(join(root, path)), `${guide} ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(await read(path)), `${guide} ${target}`).toContain(anchor);
    }
  }
});

test.each([
  ['docs/user-guide.md', 2500],
  ['docs/scheduler-guide.md', 1200],
  ['docs/administrator-guide.md', 6000],
  ['docs/glossary.md', 500],
  ['docs/shelf-guide.md', 530],
  ['SECURITY.md', 3000],
  ['CHANGELOG.md', 1000],
])('%s has at most %d words, and no line of its own over 200 characters', async (guide, most) => {
  const text = await read(guide);
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(most);
  const written = text.replace(/<!-- Made by[\s\S]*<!-- End of what is made\. -->/, '');
  expect(written.split('\n').filter((line) => line.length > 200)).toEqual([]);
});

/** Every document whose sentences people read. */
const prose = globSync(
  ['*.md', 'docs/*.md', 'docs/efb/*.md', '{main,preload,renderer,build,test}/**/README.md'],
  { cwd: root },
).map((path) => path.replaceAll('\\', '/'));

/** Phrases that our documents don't have, and what to write instead. A space is any white space: sentences are wrapped. */
const phrases: readonly (readonly [string, RegExp, string])[] = [
  ['of its own', /\bof (its|their) own\b/, '“its own NOUN”, “a separate NOUN”, or nothing'],
  ['by itself', /\bby (itself|themselves)\b/, '“automatically”, or “separately”'],
  ['told', /\btold\b/, '“says”, “shows”, “reports” or “lists”, with the one who does it'],
  ['but for', /(?<!\bnot\b[^.|]*)\bbut for\b/, '“except”'],
  [
    'stands',
    /(?<!-)\b(?:stands?|stood)\b(?!-)/,
    '“is”; “replaces” for “stands in for”; “means” for “stands for”',
  ],
  ['goes on', /\b(?:go|goes|went) on\b/, '“continues”'],
  // Questions are left out, and headings, to which others link.
  ['what is', /(?<!^#.*)\bwhat (?:is|are|was|were)\b(?![^.|]*\?)/m, 'the noun, or “everything that …”'],
  ['so it is that', /\bso it is that\b/, '“so”'],
  ['whoever', /\bwhoever\b/, '“anyone who”, or who it is'],
  ['not even', /\bnot even\b/, '“not”, or the case that matters'],
  ['none other', /\b(?:none other|no other than)\b/, '“only”'],
];

/** A document with all but its sentences replaced by spaces: code, comments, titles of tests, what is made from the code. */
const sentencesOf = (text: string) =>
  [
    /<!-- Made by[\s\S]*?<!-- End of what is made\. -->/g,
    /<!--[\s\S]*?-->/g,
    /^( *)```[\s\S]*?^\1```/gm,
    /(`+)(?!`)[^\n]+?(?<!`)\1(?!`)/g,
    /"[^"\n]*"|“[^”\n]*”/g,
    /\]\([^)\n]*\)/g,
  ].reduce((left, other) => left.replace(other, (found) => found.replaceAll(/[^\n]/g, ' ')), text);

const findPhrases = (file: string, text: string) => {
  const sentences = sentencesOf(text);
  return phrases.flatMap(([name, pattern, instead]) => {
    const wrapped = new RegExp(pattern.source.replaceAll(' ', '\\s+'), `gi${pattern.flags}`);
    return [...sentences.matchAll(wrapped)].map(({ index }) => {
      const line = sentences.slice(0, index).split('\n').length;
      return `${file}:${line}: instead of “${name}” write ${instead}`;
    });
  });
};

describe('plain English', () => {
  test.each(prose)('%s', async (file) => {
    expect(findPhrases(file, await read(file))).toEqual([]);
  });

  test('finds each phrase, also where a line ends within it', () => {
    const wrong = [
      'A room of\nits own.',
      'Pages never move by themselves.',
      'The user is told.',
      'Nothing but for one page.',
      'Its row stands there.',
      'The app goes on.',
      'What is\nread is kept.',
      'So it is that nobody knows.',
      'Whoever writes it.',
      'Not even one.',
      'It is none other.',
    ];
    expect(wrong.map((text) => findPhrases('a.md', `# A\n\n${text}\n`))).toEqual(
      phrases.map(([name, , instead]) => [`a.md:3: instead of “${name}” write ${instead}`]),
    );
  });

  test('leaves out headings, questions, code, and the titles of tests', () => {
    const right = [
      '## What is not claimed',
      'What is never in it?',
      'A stand-in for `goes on`.',
      '`unit a/b` "what is told"; “by itself”',
      '[Limits](a.md#what-is-told)',
      '```sh\nls # what is told\n```',
      'Not for me but for you.',
    ];
    expect(findPhrases('a.md', right.join('\n\n'))).toEqual([]);
  });
});

test('the glossary has at most 25 terms, each once and in order', async () => {
  const terms = [...(await read('docs/glossary.md')).matchAll(/^\| (?!Term|-)([^|]+) \|/gm)].map(
    ([, term]) => term,
  );
  expect(terms.length).toBeGreaterThan(10);
  expect(terms.length).toBeLessThanOrEqual(25);
  const inOrder = [...new Set(terms)].sort((one = '', other = '') => one.localeCompare(other, 'en'));
  expect(terms).toEqual(inOrder);
});

describe('the documents for developers name what is here', () => {
  const rooms = globSync('{main,preload,renderer,build,test}/**/README.md', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...rooms];

  test('each room has a README of at most 30 lines', async () => {
    const folders = globSync('{main,renderer,test}/*/', { cwd: root }).map((path) =>
      path.replaceAll('\\', '/').replace(/\/$/, ''),
    );
    const suites = new Set(rooms.map((path) => path.replace('/README.md', '')));
    const named = folders.filter((folder) => !folder.startsWith('test/') || TESTS.has(folder.slice(5)));
    expect(named.filter((folder) => !suites.has(folder))).toEqual([]);
    for (const path of rooms) expect((await read(path)).split('\n').length, path).toBeLessThanOrEqual(31);
  });

  test.each(documents)('files and folders: %s', async (document) => {
    const rooms = ['main', 'preload', 'renderer', 'build', 'test', 'docs', '.github'];
    const below = await Promise.all(rooms.map((room) => readdir(join(root, room), { recursive: true })));
    const here = rooms.flatMap((room, index) => [
      room,
      ...(below[index] ?? []).map((path) => `${room}/${path}`),
    ]);
    const text = await read(document);
    const paths = text.matchAll(/(?<![\w/.:-])((?:main|preload|renderer|build|test|docs)\/[\w./-]*\w)/g);
    // A name alone, or a path from within a room, will do where it is read.
    const names = text.matchAll(/`(\w[\w./-]*\.tsx?)`/g);
    const missing = [...paths, ...names]
      .map(([, path = '']) => path)
      .filter((path) => !here.some((one) => one === path || one.endsWith(`/${path}`)))
      // The form of many files.
      .filter((path) => !/NAME/.test(path));
    expect(missing).toEqual([]);
  });

  test.each(documents)('npm scripts: %s', async (document) => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
    const named = [
      ...(await read(document)).matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/g),
    ];
    const missing = named.map(([, run, alone]) => run ?? alone ?? '').filter((name) => !scripts[name]);
    expect(missing).toEqual([]);
  });
});

test('policies and the managed profile lie where the app looks', async () => {
  const guide = await read('docs/administrator-guide.md');
  for (const platform of ['darwin', 'linux']) {
    expect(guide).toContain(`\`${managedProfilePath(platform)}\``);
  }
  for (const place of [POLICY_KEY, PREFERENCES_FILE]) expect(guide).toContain(`\`${place}\``);
});

test('the policies that have a strictest value are named', async () => {
  const guide = (await read('docs/administrator-guide.md')).replace(/\s+/g, ' ');
  const names = Object.keys(strictestValues).map((name) => `\`${name}\``);
  const listed = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  expect(guide).toContain(`A wrong value of ${listed} counts as the strictest one.`);
});

test('every variable and secret that a release reads is in the release guide, and no other', async () => {
  const guide = await read('docs/release.md');
  const table = guide.slice(guide.indexOf('## What a release needs'), guide.indexOf('## The update feed'));
  const named = new Set([...table.matchAll(/`([A-Z][A-Z0-9_]{5,})`/g)].map(([, name]) => name));
  const workflow = await read('.github/workflows/release.yml');
  const used = new Set([...workflow.matchAll(/\b(?:secrets|vars)\.([A-Z0-9_]+)/g)].map(([, name]) => name));
  expect([...named].sort()).toEqual([...used].sort());
  const config = await read('build/release.config.mjs');
  const env = new Set([...workflow.matchAll(/^\s+([A-Z][A-Z0-9_]+): \$\{\{/gm)].map(([, name]) => name));
  for (const [, name] of config.matchAll(/'([A-Z]+_[A-Z_]+)'/g)) {
    // The workflow writes the key to a file and hands its path over.
    if (name !== 'APPLE_API_KEY') expect(env).toContain(name);
  }
});

test('names of installers are those that electron-builder gives', async () => {
  const yml = await read('electron-builder.yml');
  expect(yml).toMatch(/^artifactName: Trip-Kit-Desktop-\$\{version\}-\$\{os\}-\$\{arch\}\.\$\{ext\}$/m);
  const guide = await read('docs/administrator-guide.md');
  for (const name of ['win-x64.exe', 'win-x64.msi', 'linux-amd64.deb', 'mac-universal.dmg']) {
    expect(guide).toContain(`Trip-Kit-Desktop-VERSION-${name}`);
  }
});
