/** Draws the blocks of a guide. */

import type { ReactNode } from 'react';
import type { Block, Cell, GuideLink, Inline, ListItem } from './guide.ts';
import { pictures } from './packed.ts';
import { guideWords } from './words.ts';

/** Goes to a place of the guides. */
export type GoTo = (guide: string, heading: string | null) => void;

/** The id that a heading's element has in the page. */
export function headingElementId(heading: string): string {
  return `guide-${heading}`;
}

/** What a guide says, from top to bottom. */
export function GuideBlocks({ blocks, goTo }: { blocks: readonly Block[]; goTo: GoTo }): ReactNode {
  // They never change: a guide is as long as the app runs what it is.
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name than their place
  return blocks.map((block, index) => <BlockView key={index} block={block} goTo={goTo} />);
}

function BlockView({ block, goTo }: { block: Block; goTo: GoTo }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const;
      return (
        <Heading id={headingElementId(block.id)} tabIndex={-1} className="guide__heading">
          <Line of={block.of} goTo={goTo} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Line of={block.of} goTo={goTo} />
        </p>
      );
    case 'list':
      return <ListView start={block.start} items={block.items} goTo={goTo} />;
    case 'table':
      return <TableView head={block.head} rows={block.rows} goTo={goTo} />;
    case 'code':
      return (
        <pre className="guide__code">
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote className="guide__quote">
          <GuideBlocks blocks={block.blocks} goTo={goTo} />
        </blockquote>
      );
    case 'picture':
      return (
        <img
          className="guide__picture"
          src={pictures[block.file]}
          alt={block.alt}
          width={block.width}
          height={block.height}
          decoding="async"
        />
      );
    case 'rule':
      return <hr className="guide__rule" />;
  }
}

function ListView({ start, items, goTo }: { start: number | null; items: readonly ListItem[]; goTo: GoTo }) {
  const lines = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name than their place
    <li key={index} className={item.done === null ? undefined : 'guide__task'}>
      {item.done === null ? null : (
        <span className="guide__tick" role="img" aria-label={item.done ? guideWords.done : guideWords.open}>
          {item.done ? '☑' : '☐'}
        </span>
      )}
      <GuideBlocks blocks={item.blocks} goTo={goTo} />
    </li>
  ));
  return start === null ? (
    <ul className="guide__list">{lines}</ul>
  ) : (
    <ol className="guide__list" start={start}>
      {lines}
    </ol>
  );
}

function TableView({
  head,
  rows,
  goTo,
}: {
  head: readonly Cell[];
  rows: readonly (readonly Cell[])[];
  goTo: GoTo;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    // biome-ignore lint/a11y/useSemanticElements: it is no part of a form; many tables would be as many landmarks
    <div className="guide__table" role="group" aria-label={guideWords.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map(({ align, of }, index) =>
              of.length === 0 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                <td key={index} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <th key={index} scope="col" data-align={align ?? undefined}>
                  <Line of={of} goTo={goTo} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={row}>
              {cells.map(({ align, of }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={index} data-align={align ?? undefined}>
                  <Line of={of} goTo={goTo} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What stands in a line. */
export function Line({ of, goTo }: { of: readonly Inline[]; goTo: GoTo }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name than their place
  return of.map((one, index) => <InlineView key={index} one={one} goTo={goTo} />);
}

function InlineView({ one, goTo }: { one: Inline; goTo: GoTo }): ReactNode {
  if (typeof one === 'string') return one;
  switch (one.kind) {
    case 'strong':
      return (
        <strong>
          <Line of={one.of} goTo={goTo} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Line of={one.of} goTo={goTo} />
        </em>
      );
    case 'deleted':
      return (
        <del>
          <Line of={one.of} goTo={goTo} />
        </del>
      );
    case 'code':
      return <code>{one.text}</code>;
    case 'break':
      return <br />;
    case 'link':
      return <Link to={one.to} of={one.of} goTo={goTo} />;
  }
}

/** Within the guides it leads there; what is elsewhere is named, since the app opens no page of the web. */
function Link({ to, of, goTo }: { to: GuideLink; of: readonly Inline[]; goTo: GoTo }) {
  if ('guide' in to) {
    const { guide, heading } = to;
    return (
      <a
        href={`#${headingElementId(heading ?? guide)}`}
        onClick={(event) => {
          event.preventDefault();
          goTo(guide, heading);
        }}
      >
        <Line of={of} goTo={goTo} />
      </a>
    );
  }
  const place = 'file' in to ? guideWords.inSource(to.file) : to.address.replace(/^mailto:/, '');
  const same = of.length === 1 && of[0] === place;
  return (
    <>
      {same ? null : (
        <>
          <Line of={of} goTo={goTo} />{' '}
        </>
      )}
      <span className="guide__address">{same ? place : `(${place})`}</span>
    </>
  );
}
