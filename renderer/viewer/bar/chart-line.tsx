import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Found } from '../../../main/charts/rules/chart.ts';
import { FlagSign, headerWords } from '../../charts/chart-words.tsx';
import { useCharts } from '../../charts/charts-store.ts';
import { datedPage, flagOfSheet, nameOfSheet, type ShownPage, shownPart } from '../../charts/shown-chart.ts';
import { chartWords } from '../../charts/words.ts';
import { IconButton, withKey } from '../../design/button.tsx';
import { usePressOutside } from '../../design/context-menu.tsx';
import { formatUtcDate } from '../../design/format.ts';
import { viewerKeys } from '../../design/keys.ts';
import { Notice } from '../../design/notice.tsx';
import { appWords } from '../../design/words.ts';
import { commandsIn, useCommands } from '../document/keys/command.ts';
import { useViewer } from '../document/viewer-context.tsx';
import { fitBelow } from './overflow-menu.tsx';
import '../../charts/charts.css';

/**
 * The chart in view, its own dates and its page; on demand the words on the page that say so. If nothing is
 * known about the page, only the page number.
 */
export function ChartLine() {
  const page = useViewer((state) => state.page);
  const pageCount = useViewer((state) => state.pageCount);
  const part = useViewer((state) => state.part);
  const shown = shownPart(
    useCharts((state) => state.pages.get(page) ?? null),
    part,
  );
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useCommands(
    useMemo(
      () =>
        commandsIn('pages', chartWords.commands, [
          {
            id: 'details',
            isOff: (state) => state.pageCount === 0,
            run: () => setOpen((now) => !now),
          },
        ]),
      [],
    ),
  );
  if (pageCount === 0) return null;
  const words = headerWords(shown, page, pageCount);
  const { word } = chartWords.effective;
  return (
    <div className="chart-line-box">
      <button
        ref={button}
        type="button"
        className="chart-line"
        aria-haspopup="dialog"
        aria-expanded={open}
        title={`${words.whole}\n${withKey(chartWords.details.open, viewerKeys('details'))}`}
        onClick={() => setOpen(!open)}
      >
        <span className="chart-line__name">{words.name}</span>
        <span className="chart-line__facts">
          {words.dates.map((date) => (
            <span key={date} className="chart-line__date">
              {date.startsWith(word) ? <span className="chart-line__word">{word}</span> : null}
              {date.replace(word, '')}
            </span>
          ))}
          <FlagSign flag={flagOfSheet(shown ?? undefined)} words />
          {words.at === null ? null : (
            <span className="chart-line__at">
              <span className="sr-only">{chartWords.pageBefore}</span> {words.at}
            </span>
          )}
        </span>
      </button>
      {open ? (
        <ChartDetails
          shown={shown}
          opener={button}
          onClose={(focus) => {
            setOpen(false);
            if (focus) button.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

const words = chartWords.details;

/**
 * All that is known about the chart in view, with the words on the page that say it. Esc, its cross, or a click elsewhere closes it.
 *
 * @param props.onClose `focus`: the opener gets the focus back
 */
function ChartDetails(props: {
  shown: ShownPage | null;
  opener: RefObject<HTMLElement | null>;
  onClose: (focus: boolean) => void;
}) {
  const { shown, opener, onClose } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  usePressOutside([box, opener], () => onClose(false));
  useEffect(() => box.current?.focus(), []);
  useLayoutEffect(() => (box.current ? fitBelow(box.current) : undefined), []);
  return (
    <div
      ref={box}
      className="popup chart-details"
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose(true);
      }}
    >
      <div className="chart-details__head">
        <h2 id={id}>{nameOfSheet(shown ?? undefined) ?? words.title}</h2>
        <IconButton icon="cross" label={appWords.close} onClick={() => onClose(true)} />
      </div>
      {shown ? (
        [shown, ...shown.others].map((one) => <Facts key={JSON.stringify(one.page.region)} shown={one} />)
      ) : (
        <NotKnown />
      )}
      {shown?.page.text === 'read' ? <p>{words.check}</p> : null}
    </div>
  );
}

function NotKnown() {
  const status = useCharts((state) => state.status);
  return <p>{status === 'waiting' ? words.waiting : words.failed}</p>;
}

/** What is known about one chart of the page. */
function Facts({ shown }: { shown: Omit<ShownPage, 'others'> }) {
  const { page, chart } = shown;
  if (page.text !== 'read') return <p>{words.noText}</p>;
  const dated = datedPage(shown);
  const [first, last] = [chart.pages[0]?.page, chart.pages.at(-1)?.page];
  const { kinds, flagWords } = chartWords;
  const day = (found: Found<string> | null) => (
    <Fact found={found} shows={formatUtcDate} page={dated === page ? null : dated.page} />
  );
  return (
    <>
      {chart.flag ? <Notice tone="warn">{flagWords[chart.flag]}</Notice> : null}
      <dl>
        <Line name={words.airport}>
          <Fact found={page.airport} shows={String} />
        </Line>
        <Line name={words.kind}>
          <Fact found={page.kind} shows={(kind) => kinds[kind]} />
        </Line>
        <Line name={words.name}>
          <Fact found={page.title} shows={String} />
        </Line>
        <Line name={words.number}>
          <Fact found={page.number} shows={String} />
        </Line>
        {first !== last ? <Line name={words.pages}>{`${first}–${last}`}</Line> : null}
        <Line name={words.revised}>{day(dated.revised)}</Line>
        <Line name={words.effectiveFrom}>{day(dated.effective_from)}</Line>
        <Line name={words.effectiveTo}>{day(dated.effective_to)}</Line>
      </dl>
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** A value that was found, and the words that say it. @param props.page their page, if it is another page of the chart */
function Fact<T>(props: { found: Found<T> | null; shows: (value: T) => string; page?: number | null }) {
  const { found, shows, page = null } = props;
  if (!found) return words.notFound;
  return (
    <>
      {[shows(found.value), ...(page === null ? [] : [words.onPage(page)])].join(' ')}
      {found.words.length > 0 ? (
        <span className="chart-details__words">{words.printed(found.words.join('” “'))}</span>
      ) : null}
    </>
  );
}
