import { useEffect, useRef } from 'react';
import { Marked } from '../design/marked.tsx';
import type { SectionHit } from './guide-search.ts';
import { guideWords } from './words.ts';

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
          <span className="guides__hit-text">
            <Marked text={snippet} query={query} />
          </span>
        </div>
      ))}
    </div>
  );
}
