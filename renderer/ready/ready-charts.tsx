import { useId, useState } from 'react';
import { chartName, chartsOnPage, flagOf, groupCharts } from '../../main/charts/rules/chart-dates.ts';
import type { Kit, KitCharts } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Badge, type Tone } from '../design/notice.tsx';
import { type ChartDateKind, chartDateKinds } from '../kits/change-words.ts';
import { openingSlice } from '../kits/opening-store.ts';
import { useRead } from '../shell/state/calls.ts';
import { useBridge, useStores } from '../shell/state/registry.tsx';
import type { Check } from './ready-checks.ts';
import { useLeave } from './use-readiness.ts';
import { type CheckState, readyWords } from './words.ts';

const words = readyWords.charts;
/** Charts that are named; of more nobody reads the names here. */
const SHOWN = 30;

/** Charts whose dates are to be looked at: how many, and on demand which. */
export function ChartsLine(props: { check: Check; kit: Kit; departs: number | null; prefix: string }) {
  const { check, kit, departs, prefix } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const kind = chartDateKinds.find((one) => one === check.says);
  return (
    <li className="ready__check" data-check="charts" data-check-state={check.state} tabIndex={-1}>
      <Badge tone={tones[check.state]}>{readyWords.names.charts}</Badge>
      <span className="ready__says">{check.text}</span>
      <Button
        data-ready-key={`${prefix}|charts${check.says}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {words.which}
      </Button>
      <div id={id} className="ready__charts" hidden={!open}>
        {open && kind ? <Names kit={kit} kind={kind} departs={departs} prefix={prefix} /> : null}
      </div>
    </li>
  );
}

function Names(props: { kit: Kit; kind: ChartDateKind; departs: number | null; prefix: string }) {
  const { kit, kind, departs, prefix } = props;
  const bridge = useBridge();
  const charts = useRead(() => bridge.reading.charts(kit.id), bridge, kit.id, kit.document?.sha256);
  if (charts === undefined) return <p role="status">{words.loading}</p>;
  const found = charts === null ? [] : oddCharts(charts, kind, departs);
  if (found.length === 0) return <p>{words.none}</p>;
  return (
    <ul>
      {found.slice(0, SHOWN).map((chart) => (
        <Chart key={chart.page} kit={kit} chart={chart} prefix={prefix} />
      ))}
      {found.length > SHOWN ? <li>{words.more(found.length - SHOWN)}</li> : null}
    </ul>
  );
}

/** Opens the kit at the chart; closing it leads back here. */
function Chart({ kit, chart: { page, name }, prefix }: { kit: Kit; chart: OddChart; prefix: string }) {
  const [opening] = useStores(openingSlice);
  const leave = useLeave();
  return (
    <li>
      <Button
        look="quiet"
        data-ready-key={`${prefix}|chart${page}`}
        onClick={(event) => {
          leave(event.currentTarget);
          opening.getState().ask(kit.id, page);
        }}
      >
        {name ?? words.page(page)}
      </Button>
    </li>
  );
}

export const tones: Record<CheckState, Tone> = { ok: 'ok', wait: 'busy', warn: 'warn', bad: 'danger' };

/** What is offered beside a line; `run` gets the button, from where a person may go elsewhere. */
export interface Fix {
  label: string;
  run: (from: HTMLElement) => void;
}

/** One check, and its way on. @param prefix tells the controls of this list from those of others */
export function Line(props: { check: Check; fix: Fix | null; prefix: string; named?: string | undefined }) {
  const { check, fix, prefix, named } = props;
  const key = `${prefix}|${check.name}${check.about ?? ''}`;
  return (
    <li
      className="ready__check"
      data-check={check.name}
      data-check-state={check.state}
      tabIndex={check.state === 'ok' ? undefined : -1}
    >
      <Badge tone={tones[check.state]}>{readyWords.names[check.name]}</Badge>
      <span className="ready__says">
        {named ? <strong>{`${named}: `}</strong> : null}
        {check.text}
      </span>
      {fix && check.state !== 'ok' ? (
        <Button data-ready-key={key} onClick={(event) => fix.run(event.currentTarget)}>
          {fix.label}
        </Button>
      ) : null}
    </li>
  );
}

/** A chart by its first page. */
interface OddChart {
  page: number;
  /** Null where the page does not say. */
  name: string | null;
}

/** Those of one kind, in the order of the kit. @param departs ms since 1970 UTC; null where it is not known */
export function oddCharts(
  { pages }: Pick<KitCharts, 'pages'>,
  kind: ChartDateKind,
  departs: number | null,
): OddChart[] {
  return groupCharts(pages.flatMap(chartsOnPage)).flatMap((chart) => {
    const [first] = chart.pages;
    return first && flagOf(chart, departs) === kind ? [{ page: first.page, name: chartName(first) }] : [];
  });
}
