import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isChange } from '../../../main/comparison/rules/compared-page.ts';
import { departureMs } from '../../../main/kits/rules/same-flight.ts';
import type { Kit } from '../../../preload/contract.ts';
import { useAppearance } from '../../design/appearance.ts';
import { Button, IconButton, withKey } from '../../design/button.tsx';
import { type KeyCommand, keyTable, useCommandKeys, useWindowKey } from '../../design/keys.ts';
import { FailureNotice, Notice } from '../../design/notice.tsx';
import { useKits } from '../../kits/kits-store.ts';
import { openingSlice } from '../../kits/opening-store.ts';
import { SoundnessNote } from '../../kits/soundness-note.tsx';
import { isDamaged } from '../../kits/soundness-words.ts';
import { useStores } from '../../shell/state/registry.tsx';
import type { PdfDocument } from '../../viewer/document/engine/pdf-engine.ts';
import { useReportShown } from '../../viewer/document/viewer-context.tsx';
import { type ComparedCharts, chartsAt, datesOfCharts, kitTimes, pagesToLookAt } from '../changes-list.ts';
import { StateSign } from '../changes-rows.tsx';
import { changesSlice, useChanges } from '../changes-store.ts';
import { decideMark } from '../waiting-marks.tsx';
import { changesWords } from '../words.ts';
import type { PairItem } from './pair-items.ts';
import { type PairMode, PairStage } from './pair-stage.tsx';
import { useKitDocument } from './use-kit-document.ts';
import { useBlink, useStand } from './use-stand.ts';
import './pair.css';

const words = changesWords.pair;
const keys = keyTable.pair;
const modes: readonly PairMode[] = ['side', 'over', 'blink'];

interface PairScreenProps {
  items: readonly PairItem[];
  /** The one that is shown. */
  at: number;
  kits: { old: Kit; new: Kit };
  onAt: (at: number) => void;
  onBack: () => void;
}

/** The old and new version of one page, with buttons to the next. */
export function PairScreen({ items, at, kits, onAt, onBack }: PairScreenProps) {
  const [changes] = useStores(changesSlice);
  const charts = useChanges((state) => state.charts);
  const failure = useChanges((state) => state.failure);
  const item = items[at];
  const [mode, setMode] = useState<PairMode>('side');
  const [rings, setRings] = useState(true);
  const blink = useBlink(mode === 'blink');
  const screen = useRef<HTMLElement>(null);
  const old = useReadable(kits.old);
  const now = useReadable(kits.new);
  useReportShown([kits.new.id, kits.old.id]);
  useEffect(() => screen.current?.focus(), []);
  const { place, step, ...stand } = useStand(screen, { items, at, onAt });
  const choose = (to: PairMode) => (to === 'blink' && mode === to ? blink.press() : setMode(to));
  const review = () => {
    if (item?.chart && isChange(item.chart))
      void changes.getState().review(pagesToLookAt(item.chart), item.chart.reviewed_at === null);
  };
  const decide = (accepted: boolean) => {
    if (item?.waiting) void decideMark(changes, item.waiting, accepted);
  };
  usePairKeys(stand, onBack, {
    side: () => choose('side'),
    over: () => choose('over'),
    blink: () => choose('blink'),
    rings: () => setRings(!rings),
    review,
    accept: () => decide(true),
    decline: () => decide(false),
  });

  if (!item) return null;
  return (
    <main className="pair" id="content" ref={screen} tabIndex={-1} aria-label={words.label}>
      <header className="pair__head">
        <Button look="quiet" icon="back" onClick={onBack}>
          {words.list}
        </Button>
        <h1 className="pair__title ellipsis" title={item.name}>
          {item.name}
        </h1>
        <StateSign state={item.state} />
        <span className="hint">{changesWords.pages(item.old, item.new)}</span>
        <span className="pair__steps">
          <IconButton icon="chevronUp" label={words.prior} keys={keys.priorPlace} onClick={() => step(-1)} />
          <span role="status">
            {words.position(at + 1, items.length)}
            {place === null ? null : ` · ${words.place(place + 1, stand.places.length)}`}
          </span>
          <IconButton icon="chevronDown" label={words.next} keys={keys.nextPlace} onClick={() => step(1)} />
        </span>
        {item.chart && isChange(item.chart) ? (
          <label className="pair__review">
            <input type="checkbox" checked={item.chart.reviewed_at !== null} onChange={review} />
            {changesWords.reviewed}
          </label>
        ) : null}
        {item.waiting ? <Decision item={item} onDecide={decide} /> : null}
      </header>
      <div className="pair__bar">
        <ModeButtons item={item} mode={mode} choose={choose} />
        {mode === 'blink' ? <Button onClick={blink.swap}>{words.other}</Button> : null}
        <ZoomButtons zoom={stand.at.zoom} zoomBy={stand.zoomBy} whole={stand.whole} />
        <Button
          aria-pressed={rings}
          title={withKey(words.rings, keys.rings)}
          onClick={() => setRings(!rings)}
        >
          {words.rings}
        </Button>
      </div>
      <FailureNotice failure={failure} />
      {[kits.old, kits.new].filter(isDamaged).map((kit) => (
        <SoundnessNote key={kit.id} kit={kit} />
      ))}
      <PairStage
        item={item}
        documents={{ old: old.document, new: now.document }}
        failures={{ old: old.failure, new: now.failure }}
        dates={datesOf(item, charts, kits.new)}
        kitsOf={kitTimes(kits)}
        mode={mode}
        seen={blink.side}
        rings={rings}
        current={place === null ? null : (stand.places[place] ?? null)}
        stand={stand.at}
        onStand={stand.set}
      />
      <What item={item} />
      <p className="sr-only" role="status">
        {mode === 'blink' && !blink.running ? words[blink.side] : ''}
      </p>
    </main>
  );
}

/** The keys of the screen; arrows with Ctrl, Alt or Command belong to others. */
function usePairKeys(
  { acts, arrows }: Pick<ReturnType<typeof useStand>, 'acts' | 'arrows'>,
  onBack: () => void,
  more: Readonly<Partial<Record<KeyCommand<'pair'>, () => void>>>,
): void {
  useCommandKeys('pair', { ...acts, ...more });
  useWindowKey('input:not([type="checkbox"]), select, textarea, dialog', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const run = { ...arrows, Escape: onBack }[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
}

/** The views of both pages; only one view if a page is missing. */
function ModeButtons(props: { item: PairItem; mode: PairMode; choose: (mode: PairMode) => void }) {
  const both = props.item.old !== null && props.item.new !== null;
  return (
    <fieldset className="pair__modes" aria-label={words.modeGroup}>
      {modes.map((one) => (
        <Button
          key={one}
          aria-pressed={props.mode === one}
          title={withKey(words.modes[one], keys[one])}
          disabled={one !== 'side' && !both}
          onClick={() => props.choose(one)}
        >
          {words.modes[one]}
        </Button>
      ))}
    </fieldset>
  );
}

/** The zoom of the pages, and its buttons. */
function ZoomButtons(props: { zoom: number; zoomBy: (steps: 1 | -1) => void; whole: () => void }) {
  return (
    <span className="pair__steps">
      <IconButton icon="minus" label={words.zoomOut} keys={keys.zoomOut} onClick={() => props.zoomBy(-1)} />
      <span role="status" aria-label={words.zoom}>
        {words.percent(Math.round(props.zoom * 100))}
      </span>
      <IconButton icon="plus" label={words.zoomIn} keys={keys.zoomIn} onClick={() => props.zoomBy(1)} />
      <IconButton icon="fitPage" label={words.fit} keys={keys.fitPage} onClick={props.whole} />
    </span>
  );
}

/** The dates that the charts of both pages print, in words. */
function datesOf(item: PairItem, charts: ComparedCharts, { trip }: Kit): Record<'old' | 'new', string> {
  return {
    old: datesOfCharts(chartsAt(item, 'old', charts), null),
    new: datesOfCharts(chartsAt(item, 'new', charts), departureMs(trip?.departure)),
  };
}

/** What changed in words, below the pages. */
function What({ item }: { item: PairItem }) {
  const { old, new: now } = item.areas;
  const { single_keys } = useAppearance();
  const ringed = Math.max(old.length, now.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1)
    <section className="pair__what" aria-label={words.what} tabIndex={0}>
      {item.what.length > 0 ? (
        <ul>
          {item.what.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : ringed > 0 ? (
        <p>{words.noWords}</p>
      ) : null}
      <p className="hint">
        {[
          ringed > 0 ? `${words.ringed(ringed)} (${words.dashed})` : '',
          words.keys,
          single_keys ? (item.waiting ? changesWords.marks : words).singleKeys : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  );
}

/** The decision about a waiting mark. */
function Decision({ item, onDecide }: { item: PairItem; onDecide: (accepted: boolean) => void }) {
  const marks = changesWords.marks;
  return (
    <span className="pair__decision">
      {item.new === null ? (
        <span className="hint">{marks.gone}</span>
      ) : (
        <Button look="primary" title={withKey(marks.acceptHint, keys.accept)} onClick={() => onDecide(true)}>
          {marks.accept}
        </Button>
      )}
      <Button title={withKey(marks.decline, keys.decline)} onClick={() => onDecide(false)}>
        {marks.decline}
      </Button>
    </span>
  );
}

/** The kit's document; or why it is not shown, and what to do. */
function useReadable(kit: Kit): { document: PdfDocument | null; failure: ReactNode } {
  const [opening] = useStores(openingSlice);
  const acknowledged = useKits((state) => state.find(kit.id)?.acknowledged ?? kit.acknowledged);
  const { document, failure } = useKitDocument(kit.id, acknowledged);
  if (!acknowledged)
    return {
      document: null,
      failure: (
        <Notice
          tone="warn"
          action={<Button onClick={() => opening.getState().askMessages(kit.id)}>{words.read}</Button>}
        >
          {words.unread}
        </Notice>
      ),
    };
  return {
    document,
    failure:
      failure === null ? null : (
        <Notice tone="danger" alert>
          {failure}
        </Notice>
      ),
  };
}
