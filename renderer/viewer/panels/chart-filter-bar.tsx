import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type ChartChoice, groupsIn, isFiltering, noFilter } from '../../charts/chart-filter.ts';
import { useCharts, useChartsStore } from '../../charts/charts-store.ts';
import { chartWords } from '../../charts/words.ts';
import { Icon } from '../../design/icons.tsx';
import { focusPages, useChosen, useViewer, useViewerStore } from '../document/viewer-context.tsx';

const words = chartWords.filter;

/** Keys that move in the list while a person types. */
const LIST_KEYS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter']);

/**
 * Filters the rows of the panel below by words and a kind. The focus stays here while arrows work on the rows; Enter on a row
 * moves it to the pages, Esc clears first.
 *
 * @param props.list id of the rows, `popup` their role, `active` id of the active row
 * @param props.found a sentence about the result; null if nothing is filtered
 */
export function ChartFilterBar(props: {
  list: string;
  popup: 'tree' | 'listbox';
  active: string | undefined;
  found: string | null;
  onKey: (event: KeyboardEvent) => void;
}) {
  const viewer = useViewerStore();
  const store = useChartsStore();
  const filter = useCharts((state) => state.filter);
  const asked = useViewer((state) => state.filterAsked);
  const chosen = useChosen();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!asked) return;
    viewer.getState().filterGiven();
    // The charts may load late: if the person has gone to another view meanwhile, the focus stays there.
    const at = document.activeElement;
    if (at !== document.body && !input.current?.closest('.viewer')?.contains(at)) return;
    input.current?.focus();
    input.current?.select();
  }, [asked, viewer]);

  function leave(event: KeyboardEvent<HTMLElement>) {
    event.preventDefault();
    event.stopPropagation();
    if (isFiltering(filter)) store.getState().setFilter(noFilter);
    else {
      focusPages(event.currentTarget);
      chosen(event.currentTarget);
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc clears from the field and from the kinds alike
    <div
      className="chart-filter"
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave(event);
      }}
    >
      <input
        ref={input}
        className="input chart-filter__input"
        type="text"
        role="combobox"
        name="chart-filter"
        autoComplete="off"
        spellCheck={false}
        value={filter.query}
        aria-label={words.label}
        placeholder={words.placeholder}
        aria-autocomplete="list"
        aria-haspopup={props.popup}
        aria-expanded="true"
        aria-controls={props.list}
        aria-activedescendant={props.active}
        onChange={(event) => store.getState().setFilter({ query: event.target.value })}
        onKeyDown={(event) => {
          if (LIST_KEYS.has(event.key)) props.onKey(event);
        }}
      />
      <Choices />
      <p className="chart-filter__found" role="status">
        {props.found}
      </p>
    </div>
  );
}

/** The kinds of charts in this document; arrow keys move between them. */
function Choices() {
  const store = useChartsStore();
  const charts = useCharts((state) => state.charts);
  const { choice } = useCharts((state) => state.filter);
  const flagged = charts.some(({ flag }) => flag !== null);
  const groups = groupsIn(charts);
  if (groups.length === 0 && !flagged) return null;
  const choices: readonly (ChartChoice | null)[] = [
    null,
    ...(flagged ? (['flagged'] as const) : []),
    ...groups,
  ];
  const nameOf = (one: ChartChoice | null) =>
    one === null ? words.all : one === 'flagged' ? words.flagged : chartWords.groups[one];

  function step(event: KeyboardEvent<HTMLElement>) {
    const now = choices.indexOf(choice);
    const to = {
      ArrowRight: now + 1,
      ArrowDown: now + 1,
      ArrowLeft: now - 1,
      ArrowUp: now - 1,
      Home: 0,
      End: choices.length - 1,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = (to + choices.length) % choices.length;
    store.getState().setFilter({ choice: choices[at] ?? null });
    event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')[at]?.focus();
  }
  return (
    <div className="chart-filter__kinds" role="radiogroup" aria-label={words.kinds} onKeyDown={step}>
      {choices.map((one) => (
        // biome-ignore lint/a11y/useSemanticElements: chips of one choice, with the keys of radio buttons
        <button
          key={one ?? 'all'}
          type="button"
          role="radio"
          className="chart-filter__kind"
          aria-checked={one === choice}
          aria-label={one === 'flagged' ? words.flaggedLabel : undefined}
          title={one === 'flagged' ? words.flaggedLabel : undefined}
          data-choice={one ?? 'all'}
          tabIndex={one === choice || (choice !== null && one === null && !choices.includes(choice)) ? 0 : -1}
          onClick={() => store.getState().setFilter({ choice: one === choice ? null : one })}
        >
          {one === 'flagged' ? <Icon name="alert" /> : null}
          {nameOf(one)}
        </button>
      ))}
    </div>
  );
}
