/** Makes React elements of a guide's text. */
import { createElement, Fragment, type MouseEvent, type ReactNode } from 'react';
import type { GuideNode, GuideSection } from './guide.ts';
import { pictures } from './packed.ts';

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
