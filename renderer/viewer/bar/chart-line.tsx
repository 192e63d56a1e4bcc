import { useMemo, useRef, useState } from 'react';
import { headerWords } from '../../charts/chart-words.ts';
import { useCharts } from '../../charts/charts-context.ts';
import { FlagSign } from '../../charts/flag-sign.tsx';
import { chartWords } from '../../charts/words.ts';
import { commandsIn } from '../document/keys/command.ts';
import { useCommands } from '../document/keys/use-commands.ts';
import { useViewer } from '../document/viewer-context.tsx';
import { ChartDetails } from './chart-details.tsx';
import '../../charts/charts.css';

/**
 * The chart and page in view, and the chart's own dates, in one line; on demand the words on the page that say so. If nothing is
 * known about the page, only the page number.
 */
export function ChartLine() {
  const page = useViewer((state) => state.page);
  const pageCount = useViewer((state) => state.pageCount);
  const shown = useCharts((state) => state.pages.get(page) ?? null);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useCommands(
    useMemo(
      () =>
        commandsIn('pages', chartWords.commands, [
          {
            id: 'details',
            keys: ['Shift+I'],
            icon: 'info',
            menu: true,
            isOff: (state) => state.pageCount === 0,
            run: () => setOpen((now) => !now),
          },
        ]),
      [],
    ),
  );
  if (pageCount === 0) return null;
  const words = headerWords(shown, page, pageCount);
  return (
    <div>
      <button
        ref={button}
        type="button"
        className="chart-line"
        aria-haspopup="dialog"
        aria-expanded={open}
        title={`${words.whole}\n${chartWords.details.open} (Shift+I)`}
        onClick={() => setOpen(!open)}
      >
        <span className="chart-line__what">
          <span className="chart-line__name">{words.name}</span>
          {words.at === null ? null : (
            <span className="chart-line__at">
              <span className="sr-only">{chartWords.pageBefore}</span> {words.at}
            </span>
          )}
        </span>
        <FlagSign flag={shown?.chart.flag ?? null} words />
        {words.dates.map((date) => (
          <span key={date} className="chart-line__date">
            {date}
          </span>
        ))}
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
