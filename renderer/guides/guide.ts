/** What a guide is once build/guides.ts has read it: a small tree of kinds of our own, which the page draws. No HTML. */

/** Where a link leads. Every kind is checked when the guides are packed. */
export type GuideLink =
  /** A place in a guide that is in the app; its beginning where `heading` is null. */
  | { guide: string; heading: string | null }
  /** A file of the source, which is not in the app: named, not opened. */
  | { file: string }
  /** A page on the web: shown with its address, not opened. */
  | { address: string };

/** What stands in a line. A text of its own is a string. */
export type Inline =
  | string
  | { kind: 'strong' | 'emphasis' | 'deleted'; of: readonly Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; to: GuideLink; of: readonly Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; id: string; of: readonly Inline[] }
  | { kind: 'paragraph'; of: readonly Inline[] }
  | { kind: 'list'; start: number | null; items: readonly ListItem[] }
  | { kind: 'table'; head: readonly Cell[]; rows: readonly (readonly Cell[])[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: readonly Block[] }
  /** `file`: below the checkout, the name in the table of pictures. Sizes are in pixels. */
  | { kind: 'picture'; file: string; alt: string; width: number; height: number }
  | { kind: 'rule' };

/** `done`: of a list of tasks; null elsewhere. */
export interface ListItem {
  done: boolean | null;
  blocks: readonly Block[];
}

export interface Cell {
  align: 'left' | 'center' | 'right' | null;
  of: readonly Inline[];
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
  /** All of it but its title. */
  blocks: readonly Block[];
}

/** A version as the changelog tells of it. */
export interface Release {
  /** Null: what is not released yet. */
  version: string | null;
  /** `2026-11-23`; null where none is told. */
  date: string | null;
  /** The line that says what it means for an EFB approval; null where there is none. */
  efb: readonly Inline[] | null;
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

/** The words of a line without their looks. */
export function plainLine(of: readonly Inline[]): string {
  return of
    .map((one) => {
      if (typeof one === 'string') return one;
      if (one.kind === 'code') return one.text;
      return one.kind === 'break' ? ' ' : plainLine(one.of);
    })
    .join('');
}

/** The words of a block, as a search looks at them. */
export function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainLine(block.of);
    case 'code':
      return block.text;
    case 'picture':
      return block.alt;
    case 'quote':
      return block.blocks.map(plainBlock).join(' ');
    case 'list':
      return block.items.map(({ blocks }) => blocks.map(plainBlock).join(' ')).join(' ');
    case 'table':
      return [block.head, ...block.rows]
        .map((cells) => cells.map(({ of }) => plainLine(of)).join(' '))
        .join(' ');
    case 'rule':
      return '';
  }
}
