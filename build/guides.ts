/**
 * The guides of docs/ for the app's own screen: read when the page is bundled, into HTML as data (renderer/guides/guide.ts), because
 * no page takes HTML as a text (Trusted Types). What the markdown has beside (HTML, foot notes), and a link or picture that leads
 * nowhere, ends the build.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { normalizePath, type Plugin } from 'vite';
import {
  type Guide,
  type GuideElement,
  type GuideNode,
  type GuideSection,
  isInLine,
  NEWS,
  type PackedGuides,
  type Release,
  textOf,
} from '../renderer/guides/guide.ts';
import { guideWords } from '../renderer/guides/words.ts';

const EFB = 'docs/efb';
type GuideFile = Pick<Guide, 'id' | 'file' | 'audience'> & { title?: string };
/** The guides by their files, in the order of the list; papers for operators follow. */
const files: readonly GuideFile[] = [
  { id: 'user-guide', file: 'docs/user-guide.md', audience: 'crew' },
  { id: 'scheduler-guide', file: 'docs/scheduler-guide.md', audience: 'crew' },
  { id: 'glossary', file: 'docs/glossary.md', audience: 'crew' },
  { id: 'administrator-guide', file: 'docs/administrator-guide.md', audience: 'administrators' },
  { id: 'profile-and-headless', file: 'docs/profile-and-headless.md', audience: 'administrators' },
  { id: 'security', file: 'SECURITY.md', audience: 'administrators' },
];
const news = { id: NEWS, file: 'CHANGELOG.md', audience: 'news', title: 'What’s new' } as const;

/** Reads a file below the checkout. */
type Read = (file: string) => Buffer;

/**
 * All guides, with their links resolved.
 *
 * @param root the checkout
 * @throws Error that names the file and the words where something can't be shown, or a link or picture leads nowhere
 */
export function readGuides(root: string): PackedGuides {
  const papers = existsSync(join(root, EFB)) ? readdirSync(join(root, EFB)) : [];
  const names = papers.filter((name) => name.endsWith('.md')).sort(readmeFirst);
  const all = [
    ...files,
    ...names.map((name) => ({
      id: `efb/${name.slice(0, -3)}`,
      file: `${EFB}/${name}`,
      audience: 'operator' as const,
    })),
    news,
  ];
  return packGuides(
    all,
    (file) => readFileSync(join(root, file)),
    (file) => existsSync(join(root, file)),
  );
}

function readmeFirst(one: string, other: string): number {
  return Number(other === 'README.md') - Number(one === 'README.md') || (one < other ? -1 : 1);
}

/** The same from any place: `read` gives a file below it, and `exists` says whether there is one. */
export function packGuides(
  list: readonly GuideFile[],
  read: Read,
  exists: (file: string) => boolean,
): PackedGuides {
  const drafts = list.map((one) => ({ ...one, tokens: Lexer.lex(String(read(one.file)), { gfm: true }) }));
  const anchors = new Map(drafts.map(({ file, tokens }) => [file, anchorsOf(tokens)]));
  const ids = new Map(list.map(({ file, id }) => [file, id]));
  const guides = drafts.map(({ tokens, title, ...one }): Guide => {
    const reader = new GuideReader(one.file, { ids, anchors, read, exists });
    return { ...one, ...reader.guide(tokens, title) };
  });
  const changelog = guides.find(({ id }) => id === NEWS);
  if (!changelog) return { guides, releases: [] };
  const { sections, releases } = releasesOf(changelog);
  return { guides: guides.map((guide) => (guide === changelog ? { ...guide, sections } : guide)), releases };
}

interface Place {
  /** Ids of the guides, by their files. */
  ids: ReadonlyMap<string, string>;
  /** Ids of the headings of guides, by their files. */
  anchors: ReadonlyMap<string, readonly string[]>;
  read: Read;
  exists(file: string): boolean;
}

/** Reads one guide. */
class GuideReader {
  readonly #file: string;
  readonly #place: Place;

  constructor(file: string, place: Place) {
    this.#file = file;
    this.#place = place;
  }

  guide(tokens: readonly Token[], title?: string): Pick<Guide, 'title' | 'sections'> {
    const [first, ...rest] = tokens.filter(({ type }) => type !== 'space') as MarkedToken[];
    if (first?.type !== 'heading' || first.depth !== 1) throw this.#error('begins with no title');
    const words = title ?? this.#words(first);
    // The first anchor is that of the title.
    const [, ...anchors] = this.#place.anchors.get(this.#file) ?? [];
    const parts = [{ heading: null as string | null, level: 1, words, tokens: [] as Token[] }];
    for (const token of rest) {
      if (token.type !== 'heading') parts.at(-1)?.tokens.push(token);
      else if (token.depth < 2 || token.depth > 4) throw this.#error(`has a heading of level ${token.depth}`);
      else
        parts.push({
          heading: anchors.shift() ?? '',
          level: token.depth,
          words: this.#words(token),
          tokens: [],
        });
    }
    const sections = parts.map(({ tokens, ...part }) => ({ ...part, content: this.#nodes(tokens) }));
    return { title: words, sections };
  }

  #words({ tokens }: Tokens.Heading): string {
    return textOf(this.#nodes(tokens)).trim();
  }

  #nodes(tokens: readonly Token[]): GuideNode[] {
    return (tokens as readonly MarkedToken[]).flatMap((token) => this.#nodesOf(token));
  }

  /** The HTML of one markdown token; empty for tokens that are handled elsewhere. */
  #nodesOf(token: MarkedToken): GuideNode[] {
    const within = () => this.#nodes('tokens' in token ? (token.tokens ?? []) : []);
    switch (token.type) {
      case 'space':
      // Handled with the item.
      case 'checkbox':
        return [];
      case 'text':
        return token.tokens ? within() : [decoded(token.text.replaceAll('\n', ' '))];
      case 'escape':
        return [token.text];
      case 'paragraph':
        return [this.#picture(token) ?? ['p', {}, ...within()]];
      case 'list':
        return [
          [
            token.ordered ? 'ol' : 'ul',
            token.ordered ? { start: Number(token.start) } : {},
            ...token.items.map((item) => this.#item(item)),
          ],
        ];
      case 'table':
        return [this.#table(token)];
      case 'code':
        return [['pre', {}, ['code', {}, token.text]]];
      case 'codespan':
        return [['code', {}, token.text]];
      case 'blockquote':
      case 'strong':
      case 'em':
      case 'del':
      case 'br':
      case 'hr':
        return [[token.type, {}, ...within()]];
      case 'link':
        return this.#link(token.href, within());
      case 'html':
        if (COMMENT.test(token.text)) return [];
        if (/^<br ?\/?>$/i.test(token.text)) return [['br', {}]];
        throw this.#unknown(token);
      // A heading in a list or a quotation: contents and anchors know those of the guide alone.
      default:
        throw this.#unknown(token);
    }
  }

  #item({ task, checked, tokens }: Tokens.ListItem): GuideElement {
    const content = this.#nodes(tokens);
    if (!task) return ['li', {}, ...content];
    const [sign, label] = checked ? ['☑', guideWords.done] : ['☐', guideWords.open];
    const tick = ['span', { className: 'guide__tick', role: 'img', 'aria-label': label }, sign] as const;
    return ['li', { className: 'guide__task' }, tick, ...content];
  }

  /** It may be wider than the text: what scrolls must be reachable by keyboard (WCAG 2.1.1). */
  #table({ header, rows }: Tokens.Table): GuideElement {
    const row = (cells: readonly Tokens.TableCell[]): GuideElement => [
      'tr',
      {},
      ...cells.map(({ align, tokens, header: isHead }): GuideElement => {
        const content = this.#nodes(tokens);
        const facts = align ? { 'data-align': align } : {};
        return isHead && content.length > 0
          ? ['th', { scope: 'col', ...facts }, ...content]
          : ['td', facts, ...content];
      }),
    ];
    return [
      'div',
      { className: 'guide__table', role: 'group', 'aria-label': guideWords.table, tabIndex: 0 },
      ['table', {}, ['thead', {}, row(header)], ['tbody', {}, ...rows.map(row)]],
    ];
  }

  /** A paragraph that is a picture alone. Its `src` is the file below the checkout, its size is in pixels. */
  #picture({ tokens }: Tokens.Paragraph): GuideElement | null {
    const [image, ...more] = tokens as MarkedToken[];
    if (image?.type !== 'image' || more.length > 0) return null;
    const file = this.#beside(image.href);
    if (!file.endsWith('.png') || !this.#place.exists(file))
      throw this.#error(`shows the picture “${image.href}”, which is no PNG file here`);
    if (image.text.trim() === '') throw this.#error(`says no words for the picture “${image.href}”`);
    return ['img', { src: file, alt: image.text, ...sizeOfPng(this.#place.read(file)), decoding: 'async' }];
  }

  /** Within the guides it leads there; what is elsewhere is named, since the app opens no page of the web. */
  #link(href: string, content: GuideNode[]): GuideNode[] {
    if (/^(https|mailto):/.test(href)) return named(href.replace(/^mailto:/, ''), content);
    const [path = '', heading] = href.split('#');
    const file = path === '' ? this.#file : this.#beside(path);
    const { ids, anchors, exists, read } = this.#place;
    if (/^\w+:/.test(href) || !exists(file)) throw this.#error(`has a link that leads nowhere: “${href}”`);
    const text = file.endsWith('.md') && heading !== undefined && !anchors.has(file);
    const known = text ? anchorsOf(Lexer.lex(String(read(file)))) : anchors.get(file);
    if (heading !== undefined && !known?.includes(heading))
      throw this.#error(`has a link to a heading that is not there: “${href}”`);
    const guide = ids.get(file);
    if (guide === undefined) return named(guideWords.inSource(file), content);
    const target = heading === undefined ? {} : { 'data-heading': heading };
    return [['a', { href: `#guide-${heading ?? guide}`, 'data-guide': guide, ...target }, ...content]];
  }

  #beside(path: string): string {
    return posix.normalize(posix.join(posix.dirname(this.#file), decodeURI(path)));
  }

  #unknown({ type, raw }: Token): Error {
    const words = raw.trim().slice(0, 60);
    return this.#error(`has what the app’s guides can’t show (${type}): “${words}”`);
  }

  #error(what: string): Error {
    return new Error(`${this.#file} ${what}. See build/guides.ts.`);
  }
}

const COMMENT = /^<!--[\s\S]*?-->\s*$/;
/** What is not in the app, with its place behind it. */
function named(place: string, content: GuideNode[]): GuideNode[] {
  const facts = { className: 'guide__address' };
  return textOf(content) === place
    ? [['span', facts, place]]
    : [...content, ' ', ['span', facts, `(${place})`]];
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
};

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? '');
}

/** The ids of a text's headings, as GitHub makes them: the same words a second time have `-1` behind them. */
function anchorsOf(tokens: readonly Token[]): string[] {
  const seen = new Map<string, number>();
  return (tokens as readonly MarkedToken[]).flatMap((token) => {
    if (token.type !== 'heading') return [];
    const slug = wordsOf(token.tokens)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return [times === 0 ? slug : `${slug}-${times}`];
  });
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((one) => ('tokens' in one && one.tokens ? wordsOf(one.tokens) : 'text' in one ? one.text : ''))
    .join('');
}

/** Pixels of a PNG file (PNG, third edition, 11.2.1). */
function sizeOfPng(bytes: Buffer): { width: number; height: number } {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** `[1.2.0] - 2026-12-01`, and `[Unreleased]` (Keep a Changelog 1.1.0). */
const RELEASE = /^\[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$/;

/** The versions that a changelog tells of. Their headings lose the brackets; versions that it says nothing of are left out. */
function releasesOf({ file, sections }: Guide): { sections: GuideSection[]; releases: Release[] } {
  const releases: Release[] = [];
  const kept: GuideSection[] = [];
  for (const [index, section] of sections.entries()) {
    if (section.level !== 2) continue;
    const after = sections.slice(index + 1);
    const next = after.findIndex(({ level }) => level === 2);
    const parts = [section, ...after.slice(0, next < 0 ? undefined : next)];
    if (parts.length === 1 && section.content.length === 0) continue;
    const [, name, date = null] = RELEASE.exec(section.words) ?? [];
    if (name === undefined)
      throw new Error(`${file}: “${section.words}” is no version. See build/guides.ts.`);
    const version = name === 'Unreleased' ? null : name;
    const words = version === null ? 'Not released yet' : date === null ? version : `${version}, ${date}`;
    releases.push({ version, date, efb: efbLine(parts), heading: section.heading ?? '' });
    kept.push({ ...section, words }, ...parts.slice(1));
  }
  return { sections: [...sections.slice(0, 1), ...kept], releases };
}

/**
 * What a version means for an EFB approval: the areas and classes of the table below the heading that begins with “EFB”
 * (docs/efb/change-classification.md), else the first paragraph, or line of a list, that begins so. Null where there is neither.
 */
function efbLine(parts: readonly GuideSection[]): readonly GuideNode[] | null {
  const { content = [] } = parts.find(({ level, words }) => level > 2 && EFB_WORD.test(words)) ?? {};
  const [table] = elementsOf(content, ['table']);
  if (table) {
    const rows = elementsOf([table], ['tr']).map((row) => elementsOf([row], ['td']));
    const cell = (one: GuideElement | undefined) => textOf(one ? [one] : []).trim();
    const classes = rows.slice(1).map(([area, name]) => `${cell(area)}: ${cell(name)}`);
    return [`EFB classification: ${classes.join(', ')}.`];
  }
  const lines = elementsOf(
    parts.flatMap((part) => part.content),
    ['p', 'li'],
  ).map(([, , ...line]) => line.filter(isInLine));
  return lines.find((line) => EFB_WORD.test(textOf(line))) ?? null;
}

const EFB_WORD = /^EFB\b/;

/** All elements of these tags, in their order. */
export function elementsOf(nodes: readonly GuideNode[], tags: readonly string[]): GuideElement[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const [tag, , ...content] = node;
    return [...(tags.includes(tag) ? [node] : []), ...elementsOf(content, tags)];
  });
}

/** Puts the guides in the place of renderer/guides/packed.ts, and their pictures beside the page. @param root the checkout */
export function packedGuides(root: string): Plugin {
  const place = normalizePath(join(root, 'renderer/guides/packed.ts'));
  return {
    name: 'tripkit:guides',
    enforce: 'pre',
    load(id) {
      if (id !== place) return null;
      const packed = readGuides(root);
      for (const { file } of packed.guides) this.addWatchFile(join(root, file));
      const content = packed.guides.flatMap(({ sections }) => sections.flatMap((section) => section.content));
      const pictures = [...new Set(elementsOf(content, ['img']).map(([, { src }]) => String(src)))].sort();
      const address = (file: string) => JSON.stringify(normalizePath(join(root, file)));
      return [
        ...pictures.map((file, index) => `import picture${index} from ${address(file)};`),
        // A text is read faster than a program.
        `export const packed = JSON.parse(${JSON.stringify(JSON.stringify(packed))});`,
        `export const pictures = {${pictures.map((file, index) => `${JSON.stringify(file)}: picture${index}`).join(', ')}};`,
      ].join('\n');
    },
  };
}
