import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import { useCommandKeys, useWindowKey } from '../design/keys.ts';
import { useRead } from '../shell/state/calls.ts';
import { type GuidePlace, navigationSlice, useNavigation } from '../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../shell/state/registry.tsx';
import { audiences, type Guide, type GuideSection, NEWS } from './guide.ts';
import { packedSections, searchSections } from './guide-search.ts';
import { type GoTo, headingElementId, SectionHits, SectionText } from './guide-text.tsx';
import { releasesSince, sectionsOf } from './news-card.tsx';
import { packed } from './packed.ts';
import { guideWords } from './words.ts';
import './guides.css';

/** So many sections are shown: more than anybody reads. */
const MAX_HITS = 30;

/** Goes back to the place that one came from; null where there is none. */
type Back = (() => void) | null;

/** The guides of this version: read and searched without a network. */
export function GuidesScreen() {
  const [navigation] = useStores(navigationSlice);
  const screen = useNavigation((state) => state.screen);
  const [trail, setTrail] = useState<readonly GuidePlace[]>([]);
  const search = useGuideSearch();
  const { searching, found } = search;
  const place: GuidePlace = screen.name === 'guides' ? screen : { guide: null };
  const guide = packed.guides.find(({ id }) => id === place.guide) ?? packed.guides[0];

  const goTo: GoTo = (id, heading) => {
    const { guide: now, heading: at, since } = place;
    setTrail([...trail, { guide: now, ...(at ? { heading: at } : {}), ...(since ? { since } : {}) }]);
    search.look('');
    navigation.getState().toGuides({ guide: id, ...(heading === null ? {} : { heading }) });
  };
  function goBack() {
    const last = trail.at(-1);
    if (!last) return;
    setTrail(trail.slice(0, -1));
    navigation.getState().toGuides(last);
  }
  useWindowKey('input, dialog', (event) => {
    if (event.key !== 'Escape') return;
    navigation.getState().leaveGuides();
    event.preventDefault();
  });
  useCommandKeys('guides', { back: goBack }, 'input, dialog');
  function open(index: number) {
    const hit = found.hits[index];
    if (hit) goTo(hit.section.guide, hit.section.heading);
  }

  const count = found.hits.length;
  const Title = searching ? 'h1' : 'p';
  return (
    <main className="guides" id="content" tabIndex={-1}>
      <div className="bar guides__head">
        <Button look="quiet" icon="back" onClick={() => navigation.getState().leaveGuides()}>
          {guideWords.back}
        </Button>
        <Title className="guides__name">{guideWords.title}</Title>
        <SearchField search={search} open={open} />
        <p role="status" className="guides__said hint">
          {searching && count > 0 ? guideWords.found(count, count === MAX_HITS) : ''}
        </p>
      </div>
      <div className="guides__body">
        <GuideList guide={guide} goTo={goTo} />
        {searching ? <SectionHits {...found} open={open} /> : null}
        <GuideView guide={guide} hidden={searching} goTo={goTo} onBack={trail.length > 0 ? goBack : null} />
      </div>
    </main>
  );
}

type GuideSearch = ReturnType<typeof useGuideSearch>;

/** What is looked for in the guides, and what was found; `active`: the one that Enter opens. */
function useGuideSearch() {
  const [{ query, active }, set] = useState({ query: '', active: 0 });
  const id = useId();
  const hits = useMemo(() => searchSections(packedSections(), query, MAX_HITS), [query]);
  const look = (words: string) => set({ query: words, active: 0 });
  const choose = (index: number) => set((before) => ({ ...before, active: index }));
  return { searching: query.trim() !== '', look, found: { id, query, hits, active, choose } };
}

/** The field of the search, and its keys. */
function SearchField({ search, open }: { search: GuideSearch; open: (index: number) => void }) {
  const { id, query, hits, active, choose } = search.found;
  const [navigation] = useStores(navigationSlice);
  const field = useRef<HTMLInputElement>(null);
  const { length } = hits;
  const isShown = search.searching && length > 0;
  useCommandKeys('guides', { find: () => field.current?.select() }, 'input, dialog');
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      if (query === '') navigation.getState().leaveGuides();
      else search.look('');
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(active);
    else if (event.key === 'ArrowDown' && length > 0) choose((active + 1) % length);
    else if (event.key === 'ArrowUp' && length > 0) choose((active - 1 + length) % length);
    else return;
    event.preventDefault();
  }
  return (
    <div className="guides__field">
      <Icon name="search" />
      <input
        ref={field}
        className="input"
        type="text"
        role="combobox"
        aria-label={guideWords.search}
        aria-autocomplete="list"
        aria-expanded={isShown}
        {...(isShown ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` } : {})}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={guideWords.searchHint}
        value={query}
        onChange={(event) => search.look(event.target.value)}
        onKeyDown={onKey}
      />
    </div>
  );
}

/** The text of a guide, scrolled to the heading that was asked for. */
function GuideView(props: { guide: Guide | undefined; hidden: boolean; goTo: GoTo; onBack: Back }) {
  const { guide, hidden, goTo, onBack } = props;
  const screen = useNavigation((state) => state.screen);
  const since = screen.name === 'guides' ? screen.since : undefined;
  const text = useRef<HTMLElement>(null);
  const shown = useShownSections(guide, since);
  useEffect(() => {
    if (screen.name !== 'guides') return;
    const heading = screen.heading ? document.getElementById(headingElementId(screen.heading)) : null;
    if (!heading) text.current?.scrollTo({ top: 0 });
    // In a narrow window the text is below the list.
    (heading ?? text.current)?.scrollIntoView({ block: 'start' });
    (heading ?? text.current)?.focus({ preventScroll: true });
  }, [screen]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1)
    <section ref={text} className="guide" aria-labelledby="guide-title" tabIndex={0} hidden={hidden}>
      {guide ? (
        <>
          <header className="bar guide__head">
            <h1 id="guide-title">{guide.title}</h1>
            {onBack ? (
              <Button look="quiet" icon="undo" title="Alt+←" onClick={onBack}>
                {guideWords.previous}
              </Button>
            ) : null}
            <Button look="quiet" icon="print" onClick={() => window.print()}>
              {guideWords.print}
            </Button>
          </header>
          {since && shown !== guide.sections ? (
            <p className="row">
              {guideWords.since(since)}
              <Button onClick={() => goTo(guide.id, null)}>{guideWords.allVersions}</Button>
            </p>
          ) : null}
          {shown.map((section) => (
            <SectionText key={section.heading} section={section} goTo={goTo} />
          ))}
        </>
      ) : (
        <p>{guideWords.missing}</p>
      )}
    </section>
  );
}

/** All of a guide; of what is new, where only that was asked for, the versions after `since`. */
function useShownSections(guide: Guide | undefined, since: string | undefined): readonly GuideSection[] {
  const bridge = useBridge();
  // Without an answer all versions are shown.
  const info = useRead(async () => (since ? bridge.app.info() : null), bridge, since);
  const current = info?.version;
  return useMemo(() => {
    if (!guide) return [];
    if (guide.id !== NEWS || !since || current === undefined) return guide.sections;
    const some = sectionsOf(guide, releasesSince(packed.releases, since, current));
    return some.length > 0 ? some : guide.sections;
  }, [guide, since, current]);
}

/** The guides that people read; the others are papers behind one entry. */
const isMain = ({ id, audience }: Guide) => audience === 'crew' || ['administrator-guide', NEWS].includes(id);

/** The guides by whom they are for, the other papers folded, and the contents of the one that is shown. */
function GuideList({ guide, goTo }: { guide: Guide | undefined; goTo: GoTo }) {
  const isPaper = guide !== undefined && !isMain(guide);
  const papers = packed.guides.filter((one) => !isMain(one));
  return (
    <nav className="guides__list" aria-label={guideWords.list}>
      <GuideGroups guides={packed.guides.filter(isMain)} guide={guide} goTo={goTo} />
      {papers.length === 0 ? null : (
        <details key={String(isPaper)} open={isPaper}>
          <summary className="guides__audience">{guideWords.papers}</summary>
          <GuideGroups guides={papers} guide={guide} goTo={goTo} />
        </details>
      )}
    </nav>
  );
}

/** Guides under headings that say whom they are for. */
function GuideGroups(props: { guides: readonly Guide[]; guide: Guide | undefined; goTo: GoTo }) {
  const { guides, guide, goTo } = props;
  const id = useId();
  return audiences.map((audience) => {
    const some = guides.filter((one) => one.audience === audience);
    return some.length === 0 ? null : (
      <div key={audience}>
        <p id={`${id}-${audience}`} className="guides__audience">
          {guideWords.audiences[audience]}
        </p>
        <ul aria-labelledby={`${id}-${audience}`}>
          {some.map((one) => (
            <li key={one.id}>
              <a
                href={`#${headingElementId(one.id)}`}
                className="guides__guide"
                aria-current={one.id === guide?.id ? 'page' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(one.id, null);
                }}
              >
                {one.title}
              </a>
              {one.id === guide?.id ? <Contents guide={one} goTo={goTo} /> : null}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function Contents({ guide: { id, sections }, goTo }: { guide: Guide; goTo: GoTo }) {
  // The versions of the changelog have the same parts again and again.
  const deepest = id === NEWS ? 2 : 3;
  return (
    <ul aria-label={guideWords.contents} className="guides__contents">
      {sections.map(({ heading, level, words }) =>
        heading === null || level > deepest ? null : (
          <li key={heading} data-level={level}>
            <a
              href={`#${headingElementId(heading)}`}
              onClick={(event) => {
                event.preventDefault();
                goTo(id, heading);
              }}
            >
              {words}
            </a>
          </li>
        ),
      )}
    </ul>
  );
}
