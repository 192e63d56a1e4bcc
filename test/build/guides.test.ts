/** The guides as they are packed into the app: all of docs/, every link resolved, and nothing that has no kind. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementsOf, packGuides, readGuides } from '../../build/guides.ts';
import { contexts } from '../../renderer/guides/contexts.ts';
import { type GuideNode, NEWS, textOf } from '../../renderer/guides/guide.ts';
import { searchHeadings, searchSections, sectionsOf } from '../../renderer/guides/guide-search.ts';

const root = join(import.meta.dirname, '../..');
const packed = readGuides(root);
const headings = new Map(
  packed.guides.map(({ id, sections }) => [
    id,
    sections.flatMap(({ heading }) => (heading === null ? [] : [heading])),
  ]),
);

describe('the guides of this version', () => {
  test('are all of them, those of docs/efb included, and each has a title of its own', async () => {
    const efb = join(root, 'docs/efb');
    const papers = existsSync(efb) ? (await readdir(efb)).filter((name) => name.endsWith('.md')) : [];
    const ids = packed.guides.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        ...[
          'user-guide',
          'scheduler-guide',
          'glossary',
          'administrator-guide',
          'profile-and-headless',
          'security',
          NEWS,
        ],
        ...papers.map((name) => `efb/${name.slice(0, -3)}`),
      ]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(packed.guides.map(({ title }) => title)).size).toBe(ids.length);
  });

  test('ids of headings are there once, and every place that Help leads to is among them', () => {
    for (const [guide, ids] of headings) expect(new Set(ids).size, guide).toBe(ids.length);
    for (const { guide, heading } of Object.values(contexts)) expect(headings.get(guide)).toContain(heading);
  });

  test('no word of a guide is lost', async () => {
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const { file, title, sections } of packed.guides) {
      const source = (await readFile(join(root, file), 'utf8'))
        // Addresses of links and pictures are told elsewhere, comments nowhere.
        .replaceAll(/<!--[\s\S]*?-->/g, ' ')
        .replaceAll(/\]\([^)\s]*\)/g, ' ')
        .replaceAll(/^\s*(?:```|~~~).*$/gm, ' ')
        .replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, ' ')
        .replaceAll(/<br ?\/?>/g, ' ');
      const texts = sections.map((section) => `${section.words} ${textOf(section.content)}`);
      const shown = new Set(words(`${title} ${texts.join(' ')}`));
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
function pack(text: string, more: Record<string, string> = {}) {
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
    (file) => Buffer.from(files[file] ?? ''),
    (file) => Object.hasOwn(files, file),
  );
}
const contentOf = (text: string, more?: Record<string, string>): readonly GuideNode[] =>
  pack(TITLE + text, more).guides[0]?.sections.flatMap(({ content }) => content) ?? [];

describe('a guide', () => {
  test('is HTML as data', () => {
    expect(contentOf('a **b *c*** `d|e` \\*f &amp; ~~g~~<br>h  \ni')).toEqual([
      [
        'p',
        {},
        ...['a ', ['strong', {}, 'b ', ['em', {}, 'c']], ' ', ['code', {}, 'd|e'], ' ', '*', 'f & '],
        ...[['del', {}, 'g'], ['br', {}], 'h', ['br', {}], 'i'],
      ],
    ]);
    const tick = (label: string, sign: string) => [
      'span',
      { className: 'guide__tick', role: 'img', 'aria-label': label },
      sign,
    ];
    expect(contentOf('- [x] a\n- [ ] b\n\n3. c\n')).toEqual([
      [
        'ul',
        {},
        ['li', { className: 'guide__task' }, tick('Done', '☑'), 'a'],
        ['li', { className: 'guide__task' }, tick('Not done', '☐'), 'b'],
      ],
      ['ol', { start: 3 }, ['li', {}, 'c']],
    ]);
    expect(contentOf('| a | |\n|--:|---|\n| `x\\|y` | b |\n')).toEqual([
      [
        'div',
        { className: 'guide__table', role: 'group', 'aria-label': 'Table', tabIndex: 0 },
        [
          'table',
          {},
          ['thead', {}, ['tr', {}, ['th', { scope: 'col', 'data-align': 'right' }, 'a'], ['td', {}]]],
          ['tbody', {}, ['tr', {}, ['td', { 'data-align': 'right' }, ['code', {}, 'x|y']], ['td', {}, 'b']]],
        ],
      ],
    ]);
    expect(contentOf('> q\n\n---\n\n```sh\n<b>\n```\n<!-- no -->\n')).toEqual([
      ['blockquote', {}, ['p', {}, 'q']],
      ['hr', {}],
      ['pre', {}, ['code', {}, '<b>']],
    ]);
  });

  test('links resolve to guides and headings; files and addresses are named', () => {
    const more = {
      'docs/b.md': '# B\n\n## One & two\n\n## One & two\n',
      LICENSE: '',
      'docs/unpacked.md': '# U\n\n## V\n',
    };
    const to = (guide: string, heading?: string) => [
      [
        'a',
        {
          href: `#guide-${heading ?? guide}`,
          'data-guide': guide,
          ...(heading === undefined ? {} : { 'data-heading': heading }),
        },
        'x',
      ],
    ];
    const named = (place: string) => ['x', ' ', ['span', { className: 'guide__address' }, `(${place})`]];
    for (const [href, line] of [
      ['b.md', to('b')],
      ['b.md#one--two', to('b', 'one--two')],
      ['b.md#one--two-1', to('b', 'one--two-1')],
      ['#title', to('a', 'title')],
      ['../LICENSE', named('LICENSE, in the app’s source')],
      ['unpacked.md#v', named('docs/unpacked.md, in the app’s source')],
      ['https://a.example/x', named('https://a.example/x')],
    ] as const)
      expect(contentOf(`[x](${href})`, more), href).toEqual([['p', {}, ...line]]);
    expect(textOf(contentOf('<https://a.example/x>'))).toBe('https://a.example/x ');
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
  ])('%s ends the build', (text, message) => {
    const more = { 'docs/b.md': '# B\n', 'docs/unpacked.md': '# U\n', 'docs/p.png': 'x'.repeat(24) };
    expect(() => pack(TITLE + text, more)).toThrow(message);
  });

  test('without a title ends the build', () => {
    expect(() => pack('text')).toThrow('docs/a.md begins with no title');
  });

  test('whatever its text is: it is read, or refused by a sentence that names the file', () => {
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
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 30 }), (pieces) => {
        try {
          const { guides } = pack(TITLE + pieces.join(''));
          const content = guides.flatMap(({ sections }) => sections.flatMap((section) => section.content));
          const tags = elementsOf(content, ['b', 'script', 'html']);
          expect(tags).toEqual([]);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: docs\/a\.md .*See build\/guides\.ts\.$/s);
        }
      }),
    );
  });
});

test('the changelog tells its versions, with the line for an EFB approval; what is empty is left out', () => {
  const { guides, releases } = pack(TITLE, {
    'CHANGELOG.md':
      '# Changelog\n\nIntro.\n\n## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\nEFB: none.\n\n### Added\n- a\n\n## [1.0.0]\n\n### Added\n- b\n- EFB: *training*.\n\n## [0.9.0]\n\n### EFB classification\nWhat it means.\n\n| Area | Class | Why |\n|---|---|---|\n| HMI | **major** | x |\n| Data | none | |\n\n### Added\n- c\n',
  });
  expect(releases).toEqual([
    { version: '1.1.0', date: '2026-12-01', efb: ['EFB: none.'], heading: '110---2026-12-01' },
    {
      version: '1.0.0',
      date: null,
      efb: ['EFB: ', ['em', {}, 'training'], '.'],
      heading: '100',
    },
    {
      version: '0.9.0',
      date: null,
      efb: ['EFB classification: HMI: major, Data: none.'],
      heading: '090',
    },
  ]);
  const shown = guides.find(({ id }) => id === NEWS)?.sections;
  expect(shown?.map(({ words }) => words)).toEqual([
    'Changelog',
    '1.1.0, 2026-12-01',
    'Added',
    '1.0.0',
    'Added',
    '0.9.0',
    'EFB classification',
    'Added',
  ]);
  expect(() => pack(TITLE, { 'CHANGELOG.md': '# C\n\n## Soon\n\nx\n' })).toThrow('“Soon” is no version');
});

test('sections are found by all words, those of headings first, whatever the case and accents', () => {
  const { guides } = pack(
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
