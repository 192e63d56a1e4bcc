import { useEffect, useId, useState } from 'react';
import type { Kit, KitCharts } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Badge } from '../design/notice.tsx';
import { type ChartDateKind, chartDateKinds } from '../kits/change-words.ts';
import { openingSlice } from '../kits/opening-store.ts';
import { useBridge, useStores } from '../shell/state/registry.tsx';
import { type OddChart, oddCharts } from './odd-charts.ts';
import type { Check } from './ready-checks.ts';
import { tones } from './ready-line.tsx';
import { useLeave } from './use-way-back.ts';
import { readyWords } from './words.ts';

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
  const charts = useCharts(kit);
  if (charts === 'loading') return <p role="status">{words.loading}</p>;
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

/** The charts of a kit's present document; null where they can't be read. */
function useCharts({ id, document }: Kit): KitCharts | null | 'loading' {
  const bridge = useBridge();
  const [charts, setCharts] = useState<KitCharts | null | 'loading'>('loading');
  const sha256 = document?.sha256;
  useEffect(() => {
    if (sha256 === undefined) return;
    let here = true;
    bridge.reading.charts(id).then(
      (found) => here && setCharts(found),
      () => here && setCharts(null),
    );
    return () => {
      here = false;
    };
  }, [bridge, id, sha256]);
  return charts;
}
