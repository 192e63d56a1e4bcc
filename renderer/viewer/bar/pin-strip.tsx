import { useEffect, useMemo, useRef } from 'react';
import { strings } from '../../strings/strings.ts';
import { useCharts } from '../charts/charts-context.ts';
import { FlagSign } from '../charts/flag-sign.tsx';
import type { FlightAirports } from '../charts/pin-order.ts';
import { type Command, isMac, keyWords } from '../keys/command.ts';
import { useCommands } from '../keys/use-commands.ts';
import { usePinnedPages } from '../marks/pinned-pages.ts';
import { focusPages } from '../panels/focus-pages.ts';
import { useNameInView, useViewer, useViewerStore } from '../viewer-context.tsx';

/** So many have a key of their own. */
const KEYS = 9;

const keyOf = (index: number) => `Alt+${index + 1}`;

/** The pinned charts of the flight, in its order, a key each; nothing where none is pinned. */
export function PinStrip({ trip }: { trip: FlightAirports | null }) {
  const store = useViewerStore();
  const pinned = usePinnedPages(trip);
  const name = useNameInView(strings.charts.strip.label);
  const list = useRef<HTMLOListElement>(null);
  const page = useViewer((state) => state.page);
  useCommands(
    useMemo<readonly Command[]>(
      () =>
        pinned.slice(0, KEYS).map((to, index) => ({
          id: `pinned-${index + 1}`,
          group: 'marks',
          keys: [keyOf(index)],
          words: strings.charts.commands.pinned(index + 1),
          unlisted: true,
          run: ({ state }) => state.goTo(to),
        })),
      [pinned],
    ),
  );
  const isPinned = pinned.includes(page);
  useEffect(() => {
    if (isPinned && page > 0)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isPinned, page]);
  if (pinned.length === 0) return null;
  return (
    <nav className="pin-strip" aria-label={name}>
      <ol ref={list} className="pin-strip__list">
        {pinned.map((to, index) => (
          <li key={to}>
            <Pinned
              page={to}
              index={index}
              isCurrent={to === page}
              onGo={() => {
                store.getState().goTo(to);
                focusPages(list.current);
              }}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Pinned(props: { page: number; index: number; isCurrent: boolean; onGo: () => void }) {
  const { page, index } = props;
  const chart = useCharts((state) => state.pages.get(page)?.chart ?? null);
  const { strip, page: pageName } = strings.charts;
  const name = chart?.name ?? null;
  const key = index < KEYS ? keyWords(keyOf(index), isMac()) : null;
  const label = name === null ? pageName(page) : strip.go(name, page);
  return (
    <button
      type="button"
      className="pin-strip__go"
      aria-current={props.isCurrent ? 'page' : undefined}
      aria-keyshortcuts={index < KEYS ? keyOf(index) : undefined}
      title={key === null ? label : `${label} (${key})`}
      onClick={props.onGo}
    >
      {key === null ? null : (
        <span className="pin-strip__key" aria-hidden="true">
          {index + 1}
        </span>
      )}
      <span className="pin-strip__name">{name ?? pageName(page)}</span>
      {name === null ? null : <span className="sr-only">{pageName(page)}</span>}
      <FlagSign flag={chart?.flag ?? null} />
    </button>
  );
}
