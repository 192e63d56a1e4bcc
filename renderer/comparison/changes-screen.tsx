import { useEffect, useMemo, useRef, useState } from 'react';
import { isChange } from '../../main/comparison/rules/compared-page.ts';
import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { ConfirmButton } from '../design/confirm-dialog.tsx';
import { useWindowKey } from '../design/keys.ts';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { ProgressBar } from '../design/progress-bar.tsx';
import { appWords } from '../design/words.ts';
import { kitTitle } from '../kits/kit-words.ts';
import { useKits } from '../kits/kits-store.ts';
import { openingSlice } from '../kits/opening-store.ts';
import { navigationSlice, useNavigation } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import {
  type ChangesFilter,
  type ComparedChart,
  chartsOf,
  countStates,
  kitTimes,
  pagesToLookAt,
  shownCharts,
  stateOrder,
  summaryOf,
  unreviewedCharts,
} from './changes-list.ts';
import { ChangesRows } from './changes-rows.tsx';
import { changesSlice, useChanges } from './changes-store.ts';
import { itemsOfCharts, itemsOfMarks, type PairItem } from './pair/pair-items.ts';
import { PairScreen } from './pair/pair-screen.tsx';
import { WaitingMarks } from './waiting-marks.tsx';
import { changesWords } from './words.ts';
import './changes.css';

const words = changesWords;
type Part = 'pages' | 'marks';

/** What changed from an older kit to a newer one: the list, the pages side by side, and the marks that wait. */
export function ChangesScreen() {
  const screen = useNavigation((state) => state.screen);
  const old = useKits((state) => (screen.name === 'changes' ? state.find(screen.oldId) : undefined));
  const now = useKits((state) => (screen.name === 'changes' ? state.find(screen.newId) : undefined));
  if (screen.name !== 'changes') return null;
  if (!old || !now) return <Gone />;
  const first: Part = screen.at ?? 'pages';
  return <Changes key={`${old.id} ${now.id} ${first}`} kits={{ old, new: now }} first={first} />;
}

function Changes({ kits, first }: { kits: { old: Kit; new: Kit }; first: Part }) {
  const [changes, navigation] = useStores(changesSlice, navigationSlice);
  const comparison = useChanges((state) => state.comparison);
  const charts = useChanges((state) => state.charts);
  const marks = useChanges((state) => state.marks);
  const filter = useChanges((state) => state.filter);
  const [part, setPart] = useState<Part>(first);
  /** The pair of pages that is shown, and its position, in case it disappears. */
  const [shown, setShown] = useState<{ key: string; at: number } | null>(null);
  const { old, new: now } = kits;
  useEffect(() => changes.getState().begin(old.id, now.id), [changes, old.id, now.id]);

  const pages = comparison?.pages;
  const compared = useMemo(() => (pages ? chartsOf(pages) : none), [pages]);
  const rows = useMemo(
    () => shownCharts(compared, filter).map((chart) => itemsOfCharts([chart], charts)),
    [compared, filter, charts],
  );
  const waiting = useMemo(() => itemsOfMarks(marks ?? [], pages ?? [], charts), [marks, pages, charts]);
  const items = part === 'pages' ? rows.flat() : waiting;
  const back = useWayBack(shown?.key ?? null);
  useFirstFocus(shown === null);

  if (shown && items.length > 0) {
    const found = items.findIndex(({ key }) => key === shown.key);
    const at = found >= 0 ? found : Math.min(shown.at, items.length - 1);
    const to = (next: number) => setShown({ key: items[next]?.key ?? '', at: next });
    const show = items[at];
    return (
      <PairScreen
        items={items}
        at={at}
        kits={kits}
        onAt={to}
        onBack={() => {
          back.current = rowKeyOf(show, rows);
          setShown(null);
        }}
      />
    );
  }
  const show = (key: string) => setShown({ key, at: items.findIndex((item) => item.key === key) });
  return (
    <main className="screen" id="content" tabIndex={-1}>
      <Head kits={kits} onBack={() => navigation.getState().leaveChanges()} />
      <Said />
      {waiting.length > 0 || part === 'marks' ? (
        <p>
          {part === 'pages' ? (
            <Button icon="highlighter" onClick={() => setPart('marks')}>
              {words.marks.tab(waiting.length)}
            </Button>
          ) : (
            <Button onClick={() => setPart('pages')}>{words.marks.toList}</Button>
          )}
        </p>
      ) : null}
      {part === 'marks' ? (
        <WaitingMarks items={waiting} onShow={show} />
      ) : (
        <Found kits={kits} compared={compared} rows={rows} onShow={show} />
      )}
    </main>
  );
}

const none: readonly ComparedChart[] = [];

/** The row of a page: that of its chart, identified by the chart's first page. */
function rowKeyOf(show: PairItem | undefined, rows: readonly (readonly PairItem[])[]): string | null {
  const row = rows.find((items) => items.some(({ key }) => key === show?.key));
  return (row?.[0] ?? show)?.key ?? null;
}

/** Gives the keys to the first row as soon as it is there, unless a person is elsewhere by then; before, to the screen. */
function useFirstFocus(isList: boolean) {
  const given = useRef(false);
  // After every draw: the rows come later than the screen.
  useEffect(() => {
    if (!isList || given.current) return;
    const screen = document.querySelector<HTMLElement>('#content');
    const row = screen?.querySelector<HTMLElement>('.changes__rows [data-row-handle]');
    given.current = row != null;
    if (document.activeElement === document.body || document.activeElement === screen)
      (row ?? screen)?.focus();
  });
}

/** Remembers the row that was opened, and moves the focus there when the list is shown again. */
function useWayBack(shown: string | null) {
  const back = useRef<string | null>(null);
  useEffect(() => {
    const key = back.current;
    if (shown !== null || key === null) return;
    back.current = null;
    const row = document.querySelector(`.changes__row[data-key="${CSS.escape(key)}"]`);
    row?.querySelector<HTMLElement>('.changes__open')?.focus();
    if (!row) document.querySelector<HTMLElement>('#content')?.focus();
  }, [shown]);
  return back;
}

function Head({ kits, onBack }: { kits: { old: Kit; new: Kit } | null; onBack: () => void }) {
  const [navigation] = useStores(navigationSlice);
  useWindowKey('input:not([type="checkbox"]), select, textarea, dialog', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onBack();
  });
  return (
    <>
      <header className="bar">
        <Button look="quiet" icon="back" onClick={onBack}>
          {words.back}
        </Button>
        <h1>{words.title}</h1>
        {kits ? (
          <Button
            look="quiet"
            icon="turn"
            onClick={() => navigation.getState().toChanges(kits.new.id, kits.old.id)}
          >
            {words.swap}
          </Button>
        ) : null}
      </header>
      {kits ? <p className="changes__intro">{introOf(kits)}</p> : null}
    </>
  );
}

/** Which kits are compared: two of one flight by their times alone. */
function introOf({ old, new: now }: { old: Kit; new: Kit }): string {
  const flight = (kit: Kit) => [kitTitle(kit), kit.trip?.flight].filter(Boolean).join(' ');
  const times = kitTimes({ old, new: now });
  return flight(old) === flight(now)
    ? words.ofFlight(flight(old), times.old, times.new)
    : words.between(words.kit(flight(old), times.old), words.kit(flight(now), times.new));
}

function Gone() {
  const [navigation] = useStores(navigationSlice);
  return (
    <main className="screen" id="content" tabIndex={-1}>
      <Head kits={null} onBack={() => navigation.getState().leaveChanges()} />
      <Notice tone="warn">{words.gone}</Notice>
    </main>
  );
}

/** The last action's result or failure. */
function Said() {
  const said = useChanges((state) => state.said);
  const failure = useChanges((state) => state.failure);
  return (
    <>
      <p role="status" className="changes__said">
        {said}
      </p>
      <FailureNotice failure={failure} />
    </>
  );
}

/** The comparison, or its progress. */
function Found(props: {
  kits: { old: Kit; new: Kit };
  compared: readonly ComparedChart[];
  rows: readonly (readonly PairItem[])[];
  onShow: (key: string) => void;
}) {
  const { kits, compared, rows, onShow } = props;
  const [changes, opening] = useStores(changesSlice, openingSlice);
  const comparison = useChanges((state) => state.comparison);
  const failure = useChanges((state) => state.failure);
  if (!comparison)
    return failure ? (
      <p>
        <Button onClick={() => changes.getState().again()}>{appWords.tryAgain}</Button>
      </p>
    ) : (
      <p role="status">{words.loading}</p>
    );
  if (comparison.state === 'failed')
    return (
      <Notice
        tone="danger"
        alert
        action={
          <Button onClick={() => opening.getState().askAll([kits.old.id, kits.new.id])}>
            {words.openBoth}
          </Button>
        }
      >
        <strong>{words.failedTitle}</strong> {comparison.why}
      </Notice>
    );
  if (comparison.state !== 'ready') {
    const text =
      comparison.state === 'waiting' ? words.waiting : words.comparing(Math.round(comparison.done * 100));
    return (
      <div className="changes__progress">
        <p>{text}</p>
        <ProgressBar share={comparison.state === 'waiting' ? null : comparison.done} label={words.title} />
        <p className="hint">{words.goesOn}</p>
      </div>
    );
  }
  return (
    <>
      <Summary compared={compared} />
      <ChangesRows rows={rows} onShow={onShow} />
      <p className="hint">{words.keys}</p>
    </>
  );
}

/** The numbers of charts, the filter, and the button to mark all as reviewed. */
function Summary({ compared }: { compared: readonly ComparedChart[] }) {
  const [changes] = useStores(changesSlice);
  const filter = useChanges((state) => state.filter);
  const counts = countStates(compared);
  const review = compared.filter(isChange).length;
  const left = unreviewedCharts(compared);
  const chips: [ChangesFilter, string, number][] = [
    ['review', words.filters.review, review],
    ...stateOrder
      .filter((state) => counts[state] > 0)
      .map((state): [ChangesFilter, string, number] => [state, words.states[state], counts[state]]),
    ['all', words.filters.all, compared.length],
  ];
  return (
    <>
      <p className="changes__summary" role="status">
        <strong>{summaryOf(compared)}</strong> {words.left(left.length, review)}
      </p>
      {review === 0 ? <p>{words.nothing}</p> : null}
      <div className="bar changes__tools">
        <fieldset className="changes__filter" aria-label={words.filter}>
          {chips.map(([name, label, count]) => (
            <Button
              key={name}
              aria-pressed={filter === name}
              title={name === 'restamped' ? words.restampedHint : undefined}
              onClick={() => changes.getState().choose(name)}
            >
              {words.count(label, count)}
            </Button>
          ))}
        </fieldset>
        {left.length > 0 ? (
          <ConfirmButton
            question={{
              title: words.allTitle(left.length),
              text: <p>{words.allText}</p>,
              yes: words.allYes,
              danger: false,
            }}
            onYes={() => void changes.getState().review(left.flatMap(pagesToLookAt), true)}
          >
            {words.all}
          </ConfirmButton>
        ) : null}
      </div>
    </>
  );
}
