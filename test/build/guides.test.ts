/** The guides as they are packed into the app: all of docs/, every link resolved, and nothing that has no kind. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packGuides, readGuides } from '../../build/guides.ts';
import { contexts } from '../../renderer/guides/contexts.ts';
import { type Block, type GuideLink, type Inline, NEWS, plainBlock } from '../../renderer/guides/guide.ts';
import { searchHeadings, searchSections, sectionsOf } from '../../renderer/guides/guide-search.ts';

const root = join(import.meta.dirname, '../..');
const packed = await readGuides(root);
const headings = new Map(
  packed.guides.map(({ id, blocks }) => [
    id,
    blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])),
  ]),
);

function linksIn(value: unknown): GuideLink[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(linksIn);
  return 'kind' in value && value.kind === 'link' && 'to' in value
    ? [value.to as GuideLink, ...below]
    : below;
}

describe('the guides of this version', () => {
  test('are all of them, those of docs/efb included, and each has a title of its own', async () => {
    const efb = join(root, 'docs/efb');
    const papers = existsSync(efb) ? (await readdir(efb)).filter((name) => name.endsWith('.md')) : [];
    const ids = packed.guides.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        ...['user-guide', 'administrator-guide', 'profile-and-headless', 'security', NEWS],
        ...papers.map((name) => `efb/${name.slice(0, -3)}`),
      ]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(packed.guides.map(({ title }) => title)).size).toBe(ids.length);
  });

  test('every link leads to a guide and heading that are packed, to a file that is here, or is an address', () => {
    const links = packed.guides.flatMap(({ blocks }) => linksIn(blocks));
    expect(links.length).toBeGreaterThan(15);
    for (const to of links) {
      if ('file' in to) expect(existsSync(join(root, to.file)), to.file).toBe(true);
      else if ('address' in to) expect(to.address).toMatch(/^(https:\/\/|mailto:)/);
      else {
        expect([...headings.keys()]).toContain(to.guide);
        if (to.heading !== null) expect(headings.get(to.guide), to.guide).toContain(to.heading);
      }
    }
  });

  test('ids of headings are there once, and every place that Help leads to is among them', () => {
    for (const [guide, ids] of headings) expect(new Set(ids).size, guide).toBe(ids.length);
    for (const { guide, heading } of Object.values(contexts)) expect(headings.get(guide)).toContain(heading);
  });

  test('no word of a guide is lost', async () => {
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const { file, title, blocks } of packed.guides) {
      const source = (await readFile(join(root, file), 'utf8'))
        // Addresses of links and pictures are told elsewhere, comments nowhere.
        .replaceAll(/<!--[\s\S]*?-->/g, ' ')
        .replaceAll(/\]\([^)\s]*\)/g, ' ')
        .replaceAll(/^\s*(?:```|~~~).*$/gm, ' ')
        .replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, ' ')
        .replaceAll(/<br ?\/?>/g, ' ');
      const shown = new Set(words(`${title} ${blocks.map(plainBlock).join(' ')}`));
      const lost = words(source).filter((word) => !shown.has(word));
      // Numbers of ordered lists, ticks of tasks, and words that the app's own title of the changelog stands for.
      const expected = file === 'CHANGELOG.md' ? /^(Changelog|Unreleased|\d+)$/ : /^(\d{1,2}|x)$/;
      expect(
        lost.filter((word) => !expected.test(word)),
        file,
      ).toEqual([]);
    }
  });
});

const TITLE = '# Title\n\n';
async function pack(text: string, more: Record<string, string> = {}) {
  const files: Record<string, string> = { 'docs/a.md': text, ...more };
  const list = Object.keys(files)
    .filter((file) => file.endsWith('.md') && !file.includes('unpacked'))
    .map((file) => ({
      id: file === 'CHANGELOG.md' ? NEWS : file.slice(5, -3),
      file,
      audience: 'crew' as const,
    }));
  return packGuides(
    list,
    async (file) => Buffer.from(files[file] ?? ''),
    (file) => Object.hasOwn(files, file),
  );
}
const blocksOf = async (text: string, more?: Record<string, string>): Promise<readonly Block[]> =>
  (await pack(TITLE + text, more)).guides[0]?.blocks ?? [];
const lineOf = async (text: string, more?: Record<string, string>): Promise<readonly Inline[]> => {
  const [block] = await blocksOf(text, more);
  return block?.kind === 'paragraph' ? block.of : [];
};

describe('a guide', () => {
  test('has blocks and lines of kinds of our own', async () => {
    expect(await lineOf('a **b *c*** `d|e` \\*f &amp; ~~g~~<br>h  \ni')).toEqual([
      'a ',
      { kind: 'strong', of: ['b ', { kind: 'emphasis', of: ['c'] }] },
      ' ',
      { kind: 'code', text: 'd|e' },
      ' *f & ',
      { kind: 'deleted', of: ['g'] },
      { kind: 'break' },
      'h',
      { kind: 'break' },
      'i',
    ]);
    expect(await blocksOf('- [x] a\n- [ ] b\n\n3. c\n')).toEqual([
      {
        kind: 'list',
        start: null,
        items: [
          { done: true, blocks: [{ kind: 'paragraph', of: ['a'] }] },
          { done: false, blocks: [{ kind: 'paragraph', of: ['b'] }] },
        ],
      },
      { kind: 'list', start: 3, items: [{ done: null, blocks: [{ kind: 'paragraph', of: ['c'] }] }] },
    ]);
    expect(await blocksOf('| a | |\n|--:|---|\n| `x\\|y` | b |\n')).toEqual([
      {
        kind: 'table',
        head: [
          { align: 'right', of: ['a'] },
          { align: null, of: [] },
        ],
        rows: [
          [
            { align: 'right', of: [{ kind: 'code', text: 'x|y' }] },
            { align: null, of: ['b'] },
          ],
        ],
      },
    ]);
    expect(await blocksOf('> q\n\n---\n\n```sh\n<b>\n```\n<!-- no -->\n')).toEqual([
      { kind: 'quote', blocks: [{ kind: 'paragraph', of: ['q'] }] },
      { kind: 'rule' },
      { kind: 'code', text: '<b>' },
    ]);
  });

  test('links resolve to guides, headings, files and addresses', async () => {
    const more = {
      'docs/b.md': '# B\n\n## One & two\n\n## One & two\n',
      LICENSE: '',
      'docs/unpacked.md': '# U\n\n## V\n',
    };
    for (const [href, to] of [
      ['b.md', { guide: 'b', heading: null }],
      ['b.md#one--two', { guide: 'b', heading: 'one--two' }],
      ['b.md#one--two-1', { guide: 'b', heading: 'one--two-1' }],
      ['#title', { guide: 'a', heading: 'title' }],
      ['../LICENSE', { file: 'LICENSE' }],
      ['unpacked.md#v', { file: 'docs/unpacked.md' }],
      ['https://a.example/x', { address: 'https://a.example/x' }],
    ] as const)
      expect(await lineOf(`[x](${href})`, more), href).toEqual([{ kind: 'link', to, of: ['x'] }]);
  });

  test.each([
    ['[x](gone.md)', /leads nowhere: “gone\.md”/],
    ['[x](#gone)', /heading that is not there/],
    ['[x](b.md#gone)', /heading that is not there/],
    ['[x](unpacked.md#gone)', /heading that is not there/],
    ['[x](http://a.example/)', /leads nowhere/],
    ['[x](javascript:alert(1))', /leads nowhere/],
    ['[x](file:///etc/passwd)', /leads nowhere/],
    ['![x](gone.png)', /no PNG file/],
    ['![](p.png)', /says no words/],
    ['![x](b.md)', /no PNG file/],
    ['a ![x](p.png)', /can’t show \(image\)/],
    ['<div>a</div>', /can’t show \(html\)/],
    ['a <b>c</b>', /can’t show \(html\)/],
    ['- # a', /can’t show \(heading\)/],
    ['##### a', /level 5/],
  ])('%s ends the build', async (text, message) => {
    const more = { 'docs/b.md': '# B\n', 'docs/unpacked.md': '# U\n', 'docs/p.png': 'x'.repeat(24) };
    await expect(pack(TITLE + text, more)).rejects.toThrow(message);
  });

  test('without a title ends the build', async () => {
    await expect(pack('text')).rejects.toThrow('docs/a.md begins with no title');
  });

  test('whatever its text is: it is read, or refused by a sentence that names the file', async () => {
    const piece = fc.constantFrom(
      ...[
        '# ',
        '## ',
        '- ',
        '1. ',
        '> ',
        '| ',
        '|---|\n',
        '```\n',
        '`',
        '**',
        '_',
        '[x](#a)',
        '![',
        '<b>',
        '<!--',
        '-->',
        '\n',
        '\n\n',
        '    ',
        '\\',
        '&amp;',
        'word',
        ' ',
      ],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 30 }),
        async (pieces) => {
          const outcome = await pack(TITLE + pieces.join('')).catch((error: unknown) => error);
          if (outcome instanceof Error)
            expect(outcome.message).toMatch(/^docs\/a\.md .*See build\/guides\.ts\.$/s);
          else expect(JSON.stringify(outcome)).not.toContain('"kind":"html"');
        },
      ),
    );
  });
});

test('the changelog tells its versions, with the line for an EFB approval; what is empty is left out', async () => {
  const { guides, releases } = await pack(TITLE, {
    'CHANGELOG.md':
      '# Changelog\n\nIntro.\n\n## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\nEFB: none.\n\n### Added\n- a\n\n## [1.0.0]\n\n### Added\n- b\n- EFB: *training*.\n\n## [0.9.0]\n\n### EFB classification\nWhat it means.\n\n| Area | Class | Why |\n|---|---|---|\n| HMI | **major** | x |\n| Data | none | |\n\n### Added\n- c\n',
  });
  expect(releases).toEqual([
    { version: '1.1.0', date: '2026-12-01', efb: ['EFB: none.'], heading: '110---2026-12-01' },
    {
      version: '1.0.0',
      date: null,
      efb: ['EFB: ', { kind: 'emphasis', of: ['training'] }, '.'],
      heading: '100',
    },
    {
      version: '0.9.0',
      date: null,
      efb: ['EFB classification: HMI: major, Data: none.'],
      heading: '090',
    },
  ]);
  const shown = guides.find(({ id }) => id === NEWS)?.blocks.filter(({ kind }) => kind === 'heading');
  expect(shown?.map(plainBlock)).toEqual([
    '1.1.0, 2026-12-01',
    'Added',
    '1.0.0',
    'Added',
    '0.9.0',
    'EFB classification',
    'Added',
  ]);
  await expect(pack(TITLE, { 'CHANGELOG.md': '# C\n\n## Soon\n\nx\n' })).rejects.toThrow(
    '“Soon” is no version',
  );
});

test('sections are found by all words, those of headings first, whatever the case and accents', async () => {
  const { guides } = await pack(
    `${TITLE}Zürich first.\n\n## Night\n\nDark pages.\n\n### Dark charts\n\nAt night too. ${'word '.repeat(60)}end\n`,
  );
  const sections = sectionsOf(guides);
  const found = (query: string) => searchSections(sections, query, 9).map(({ section }) => section.heading);
  expect(found('zurich')).toEqual([null]);
  expect(found('NIGHT')).toEqual(['night', 'dark-charts']);
  expect(found('dark nig')).toEqual(['night', 'dark-charts']);
  expect(found('dark absent')).toEqual([]);
  expect(found(' ')).toEqual([]);
  expect(searchSections(sections, 'end', 9)[0]?.snippet).toMatch(/^…(word )+end$/);
  expect(searchHeadings(sections, 'char dark', 9).map(({ heading }) => heading)).toEqual(['dark-charts']);
  expect(searchHeadings(sections, 'zurich', 9)).toEqual([]);
});
