/** Makes React elements of a guide's text. */
import { createElement, Fragment, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Marked } from '../design/marked.tsx';
import type { GuideNode, GuideSection } from './guide.ts';
import type { SectionHit } from './guide-search.ts';
import { pictures } from './packed.ts';
import { guideWords } from './words.ts';

/** Goes to a place of the guides. */
export type GoTo = (guide: string, heading: string | null) => void;

/** The id that a heading's element has in the page. */
export function headingElementId(heading: string): string {
  return `guide-${heading}`;
}

/** A section of a guide with its heading; the guide's title is not among them. */
export function SectionText({ section, goTo }: { section: GuideSection; goTo: GoTo }): ReactNode {
  const { heading, level, words, content } = section;
  return (
    <>
      {heading === null
        ? null
        : createElement(
            `h${level}`,
            { id: headingElementId(heading), tabIndex: -1, className: 'guide__heading' },
            words,
          )}
      <GuideText of={content} goTo={goTo} />
    </>
  );
}

/** What is said there, from top to bottom. */
export function GuideText({ of, goTo }: { of: readonly GuideNode[]; goTo: GoTo }): ReactNode {
  return createElement(Fragment, null, ...of.map((node) => elementOf(node, goTo)));
}

function elementOf(node: GuideNode, goTo: GoTo): ReactNode {
  if (typeof node === 'string') return node;
  const [tag, attributes, ...content] = node;
  const children = content.map((one) => elementOf(one, goTo));
  if (tag === 'img') return createElement(tag, { ...attributes, src: pictures[String(attributes.src)] });
  if (tag !== 'a') return createElement(tag, attributes, ...children);
  const { 'data-guide': guide, 'data-heading': heading } = attributes;
  function onClick(event: MouseEvent) {
    event.preventDefault();
    goTo(String(guide), heading === undefined ? null : String(heading));
  }
  return createElement(tag, { ...attributes, onClick }, ...children);
}

/** The sections that were found. The focus stays in the field, which names the active one. */
export function SectionHits(props: {
  id: string;
  hits: readonly SectionHit[];
  query: string;
  active: number;
  choose: (index: number) => void;
  open: (index: number) => void;
}) {
  const { id, hits, query, active } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (hits.length === 0) {
    return (
      <p role="status" className="guides__none">
        {guideWords.none(query.trim())}
      </p>
    );
  }
  return (
    <div ref={box} id={id} className="guides__hits" role="listbox" aria-label={guideWords.results}>
      {hits.map(({ section, snippet }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
        <div
          key={`${section.guide}#${section.heading}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="guides__hit"
          onClick={() => props.open(index)}
          onPointerMove={() => {
            if (index !== active) props.choose(index);
          }}
        >
          <span className="guides__hit-name">
            {section.heading === null ? null : <span className="muted">{section.title} › </span>}
            <Marked text={section.words} query={query} />
          </span>
          <span className="hint">
            <Marked text={snippet} query={query} />
          </span>
        </div>
      ))}
    </div>
  );
}
