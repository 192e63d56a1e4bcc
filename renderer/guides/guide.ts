/** What a guide is once build/guides.ts has read it: sections of HTML as data (JsonML), of which the page makes elements. */

/** An element of HTML, with the attributes as React names them. The build makes them of markdown: none runs a program. */
export type GuideElement = readonly [tag: string, attributes: Attributes, ...content: GuideNode[]];
export type GuideNode = string | GuideElement;
type Attributes = Readonly<Record<string, string | number>>;

/** The content below one heading, up to the next one. */
export interface GuideSection {
  /** The id of the heading; null for the content before the first one. */
  heading: string | null;
  /** 2 to 4, as of HTML; 1 before the first heading. */
  level: number;
  /** The words of the heading; the guide's title before the first one. */
  words: string;
  content: readonly GuideNode[];
}

/** For whom a guide is; the list of guides is in this order. */
export const audiences = ['crew', 'administrators', 'operator', 'news'] as const;

export interface Guide {
  /** Its file without folder and ending, `user-guide`; papers for operators are `efb/…`. */
  id: string;
  /** Its file, below the checkout. */
  file: string;
  title: string;
  audience: (typeof audiences)[number];
  sections: readonly GuideSection[];
}

/** A version as the changelog tells of it. */
export interface Release {
  /** Null: what is not released yet. */
  version: string | null;
  /** `2026-11-23`; null where none is told. */
  date: string | null;
  /** The line that says what it means for an EFB approval; null where there is none. */
  efb: readonly GuideNode[] | null;
  /** The id of its heading in the guide `NEWS`. */
  heading: string;
}

export interface PackedGuides {
  guides: readonly Guide[];
  /** The last one first, as the changelog has them. */
  releases: readonly Release[];
}

/** The id of the guide that is the changelog. */
export const NEWS = 'whats-new';

/** Inline elements. */
const IN_LINE = new Set(['a', 'code', 'del', 'em', 'span', 'strong']);

/** Whether it is a text, or an inline element. */
export function isInLine(node: GuideNode): boolean {
  return typeof node === 'string' || IN_LINE.has(node[0]);
}

/** The words without their looks, for a picture those that stand for it. */
export function textOf(nodes: readonly GuideNode[]): string {
  const text = nodes.map((node) => {
    if (typeof node === 'string') return node;
    const [, { alt = '' }, ...content] = node;
    return `${alt}${textOf(content)}${isInLine(node) ? '' : ' '}`;
  });
  return text.join('');
}
