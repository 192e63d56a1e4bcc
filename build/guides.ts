/**
 * The guides of docs/ for the app's own screen: read when the page is bundled, into the kinds of renderer/guides/guide.ts. What
 * has no kind there (HTML, foot notes), and a link or picture that leads nowhere, ends the build.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { normalizePath, type Plugin } from 'vite';
import {
  type Block,
  type Cell,
  type Guide,
  type GuideLink,
  type Inline,
  type ListItem,
  NEWS,
  type PackedGuides,
  plainBlock,
  plainLine,
  type Release,
} from '../renderer/guides/guide.ts';

const EFB = 'docs/efb';
/** The guides by their files, in the order of the list; papers for operators follow. */
const files: readonly (Pick<Guide, 'id' | 'file' | 'audience'> & { title?: string })[] = [
  { id: 'user-guide', file: 'docs/user-guide.md', audience: 'crew' },
  { id: 'administrator-guide', file: 'docs/administrator-guide.md', audience: 'administrators' },
  { id: 'profile-and-headless', file: 'docs/profile-and-headless.md', audience: 'administrators' },
  { id: 'security', file: 'SECURITY.md', audience: 'administrators' },
];
const news = { id: NEWS, file: 'CHANGELOG.md', audience: 'news', title: 'What’s new' } as const;

/** Reads a file below the checkout. */
type Read = (file: string) => Promise<Buffer>;

/**
 * All guides, with their links resolved.
 *
 * @param root the checkout
 * @throws Error that names the file and the words where something has no kind, or a link or picture leads nowhere
 */
export async function readGuides(root: string): Promise<PackedGuides> {
  const papers = existsSync(join(root, EFB)) ? await readdir(join(root, EFB)) : [];
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
    (file) => readFile(join(root, file)),
    (file) => existsSync(join(root, file)),
  );
}

function readmeFirst(one: string, other: string): number {
  return Number(other === 'README.md') - Number(one === 'README.md') || (one < other ? -1 : 1);
}

/** The same from any place: `read` gives a file below it, and `exists` says whether there is one. */
export async function packGuides(
  list: readonly (Pick<Guide, 'id' | 'file' | 'audience'> & { title?: string })[],
  read: Read,
  exists: (file: string) => boolean,
): Promise<PackedGuides> {
  const drafts = await Promise.all(
    list.map(async (one) => ({ ...one, tokens: Lexer.lex(String(await read(one.file)), { gfm: true }) })),
  );
  const anchors = new Map(drafts.map(({ file, tokens }) => [file, anchorsOf(tokens)]));
  const ids = new Map(list.map(({ file, id }) => [file, id]));
  const guides = await Promise.all(
    drafts.map(async ({ tokens, title, ...one }): Promise<Guide> => {
      const reader = new GuideReader(one.file, { ids, anchors, read, exists });
      return { ...one, ...(await reader.guide(tokens, title)) };
    }),
  );
  const changelog = guides.find(({ id }) => id === NEWS);
  if (!changelog) return { guides, releases: [] };
  const { blocks, releases } = releasesOf(changelog);
  return { guides: guides.map((guide) => (guide.id === NEWS ? { ...guide, blocks } : guide)), releases };
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
  #heading = 0;

  constructor(file: string, place: Place) {
    this.#file = file;
    this.#place = place;
  }

  async guide(tokens: readonly Token[], title?: string): Promise<Pick<Guide, 'title' | 'blocks'>> {
    const [first, ...rest] = tokens.filter(({ type }) => type !== 'space') as MarkedToken[];
    if (first?.type !== 'heading' || first.depth !== 1) throw this.#error('begins with no title');
    // Its anchor is counted, so that a heading of the same words gets the next one.
    this.#heading += 1;
    const words = plainLine(await this.#line(first.tokens));
    return { title: title ?? words, blocks: await this.#blocks(rest) };
  }

  async #blocks(tokens: readonly Token[]): Promise<Block[]> {
    const blocks: Block[] = [];
    // One after the other: headings are counted.
    for (const token of tokens as readonly MarkedToken[]) {
      const block = await this.#block(token);
      if (block) blocks.push(block);
    }
    return blocks;
  }

  async #block(token: MarkedToken): Promise<Block | null> {
    switch (token.type) {
      case 'space':
      // Told by the item.
      case 'checkbox':
        return null;
      case 'heading':
        return this.#headingOf(token);
      case 'paragraph':
        return (await this.#picture(token)) ?? { kind: 'paragraph', of: await this.#line(token.tokens) };
      // The line of a list whose items are short.
      case 'text':
        return { kind: 'paragraph', of: await this.#line(token.tokens ?? [token]) };
      case 'list':
        return {
          kind: 'list',
          start: token.ordered ? Number(token.start) : null,
          items: await Promise.all(token.items.map((item) => this.#item(item))),
        };
      case 'table':
        return {
          kind: 'table',
          head: await this.#cells(token.header),
          rows: await Promise.all(token.rows.map((row) => this.#cells(row))),
        };
      case 'code':
        return { kind: 'code', text: token.text };
      case 'blockquote':
        return { kind: 'quote', blocks: await this.#within(token.tokens) };
      case 'hr':
        return { kind: 'rule' };
      case 'html':
        if (COMMENT.test(token.text)) return null;
        throw this.#unknown(token);
      default:
        throw this.#unknown(token);
    }
  }

  async #headingOf(token: Tokens.Heading): Promise<Block> {
    const { depth } = token;
    if (depth !== 2 && depth !== 3 && depth !== 4) throw this.#error(`has a heading of level ${depth}`);
    const id = this.#place.anchors.get(this.#file)?.[this.#heading] ?? '';
    this.#heading += 1;
    return { kind: 'heading', level: depth, id, of: await this.#line(token.tokens) };
  }

  async #item({ task, checked, tokens }: Tokens.ListItem): Promise<ListItem> {
    return { done: task ? checked === true : null, blocks: await this.#within(tokens) };
  }

  /** Blocks in a list or a quotation, which have no headings: contents and anchors know those of the guide alone. */
  #within(tokens: readonly Token[]): Promise<Block[]> {
    const heading = tokens.find(({ type }) => type === 'heading');
    if (heading) throw this.#unknown(heading);
    return this.#blocks(tokens);
  }

  #cells(cells: readonly Tokens.TableCell[]): Promise<Cell[]> {
    return Promise.all(cells.map(async ({ align, tokens }) => ({ align, of: await this.#line(tokens) })));
  }

  /** A paragraph that is a picture alone. */
  async #picture({ tokens }: Tokens.Paragraph): Promise<Block | null> {
    const [image, ...more] = tokens as MarkedToken[];
    if (image?.type !== 'image' || more.length > 0) return null;
    const file = this.#beside(image.href);
    if (!file.endsWith('.png') || !this.#place.exists(file))
      throw this.#error(`shows the picture “${image.href}”, which is no PNG file here`);
    if (image.text.trim() === '') throw this.#error(`says no words for the picture “${image.href}”`);
    return { kind: 'picture', file, alt: image.text, ...sizeOfPng(await this.#place.read(file)) };
  }

  async #line(tokens: readonly Token[]): Promise<Inline[]> {
    const line: Inline[] = [];
    for (const token of tokens as readonly MarkedToken[]) {
      const one = await this.#inline(token);
      const last = line.at(-1);
      if (typeof one === 'string' && typeof last === 'string') line[line.length - 1] = last + one;
      else if (one !== '') line.push(one);
    }
    return line;
  }

  async #inline(token: MarkedToken): Promise<Inline> {
    switch (token.type) {
      case 'text':
        return decoded(token.text.replaceAll('\n', ' '));
      case 'escape':
        return token.text;
      // Told by the item.
      case 'checkbox':
        return '';
      case 'codespan':
        return { kind: 'code', text: token.text };
      case 'strong':
        return { kind: 'strong', of: await this.#line(token.tokens) };
      case 'em':
        return { kind: 'emphasis', of: await this.#line(token.tokens) };
      case 'del':
        return { kind: 'deleted', of: await this.#line(token.tokens) };
      case 'br':
        return { kind: 'break' };
      case 'link':
        return { kind: 'link', to: await this.#target(token.href), of: await this.#line(token.tokens) };
      case 'html':
        if (/^<br ?\/?>$/i.test(token.text)) return { kind: 'break' };
        if (COMMENT.test(token.text)) return '';
        throw this.#unknown(token);
      default:
        throw this.#unknown(token);
    }
  }

  async #target(href: string): Promise<GuideLink> {
    if (/^(https|mailto):/.test(href)) return { address: href };
    const [path = '', heading = null] = href.split('#');
    const file = path === '' ? this.#file : this.#beside(path);
    const { ids, anchors, exists, read } = this.#place;
    if (/^\w+:/.test(href) || !exists(file)) throw this.#error(`has a link that leads nowhere: “${href}”`);
    const text = file.endsWith('.md') && heading !== null && !anchors.has(file);
    const known = text ? anchorsOf(Lexer.lex(String(await read(file)))) : anchors.get(file);
    if (heading !== null && !known?.includes(heading))
      throw this.#error(`has a link to a heading that is not there: “${href}”`);
    const guide = ids.get(file);
    return guide === undefined ? { file } : { guide, heading };
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
function releasesOf({ file, blocks }: Guide): { blocks: Block[]; releases: Release[] } {
  const releases: Release[] = [];
  const kept: Block[] = [];
  const begins = blocks.findIndex((block) => block.kind === 'heading' && block.level === 2);
  const sections = begins < 0 ? [] : sectionsOf(blocks.slice(begins));
  kept.push(...blocks.slice(0, Math.max(0, begins)));
  for (const [heading, ...section] of sections) {
    if (heading?.kind !== 'heading' || section.length === 0) continue;
    const words = plainLine(heading.of);
    const [, name, date = null] = RELEASE.exec(words) ?? [];
    if (name === undefined) throw new Error(`${file}: “${words}” is no version. See build/guides.ts.`);
    const version = name === 'Unreleased' ? null : name;
    const shown = version === null ? 'Not released yet' : date === null ? version : `${version}, ${date}`;
    releases.push({ version, date, efb: efbLine(section), heading: heading.id });
    kept.push({ ...heading, of: [shown] }, ...section);
  }
  return { blocks: kept, releases };
}

function sectionsOf(blocks: readonly Block[]): Block[][] {
  const sections: Block[][] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) sections.push([]);
    sections.at(-1)?.push(block);
  }
  return sections;
}

/**
 * What a version means for an EFB approval: the areas and classes of the table below the heading that begins with “EFB”
 * (docs/efb/change-classification.md), else the first paragraph, or line of a list, that begins so. Null where there is neither.
 */
function efbLine(blocks: readonly Block[]): readonly Inline[] | null {
  const at = blocks.findIndex((block) => block.kind === 'heading' && EFB_WORD.test(plainBlock(block)));
  const below = blocks.slice(at + 1);
  const end = below.findIndex(({ kind }) => kind === 'heading');
  const table = below.slice(0, end < 0 ? undefined : end).find((block) => block.kind === 'table');
  if (at >= 0 && table) {
    const cell = (one: Cell | undefined) => plainLine(one?.of ?? []);
    const classes = table.rows.map(([area, name]) => `${cell(area)}: ${cell(name)}`).join(', ');
    return [`EFB classification: ${classes}.`];
  }
  return paragraphOfEfb(blocks);
}

const EFB_WORD = /^EFB\b/;

function paragraphOfEfb(blocks: readonly Block[]): readonly Inline[] | null {
  for (const block of blocks) {
    if (block.kind === 'paragraph' && EFB_WORD.test(plainLine(block.of))) return block.of;
    const within = block.kind === 'list' ? paragraphOfEfb(block.items.flatMap((item) => item.blocks)) : null;
    if (within) return within;
  }
  return null;
}

/** Puts the guides in the place of renderer/guides/packed.ts, and their pictures beside the page. @param root the checkout */
export function packedGuides(root: string): Plugin {
  const place = normalizePath(join(root, 'renderer/guides/packed.ts'));
  return {
    name: 'tripkit:guides',
    enforce: 'pre',
    async load(id) {
      if (id !== place) return null;
      const packed = await readGuides(root);
      for (const { file } of packed.guides) this.addWatchFile(join(root, file));
      const pictures = [...new Set(packed.guides.flatMap(({ blocks }) => blocks.flatMap(picturesIn)))].sort();
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

function picturesIn(block: Block): string[] {
  if (block.kind === 'picture') return [block.file];
  if (block.kind === 'quote') return block.blocks.flatMap(picturesIn);
  return block.kind === 'list' ? block.items.flatMap((item) => item.blocks.flatMap(picturesIn)) : [];
}
