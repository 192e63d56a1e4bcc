import { useMemo, useRef, useState } from 'react';
import { headerWords } from '../../charts/chart-words.ts';
import { useCharts } from '../../charts/charts-context.ts';
import { FlagSign } from '../../charts/flag-sign.tsx';
import { chartWords } from '../../charts/words.ts';
import { withKey } from '../../design/button.tsx';
import { viewerKeys } from '../../design/keys.ts';
import { commandsIn } from '../document/keys/command.ts';
import { useCommands } from '../document/keys/use-commands.ts';
import { useViewer } from '../document/viewer-context.tsx';
import { ChartDetails } from './chart-details.tsx';
import '../../charts/charts.css';

/**
 * The chart in view, its own dates and its page; on demand the words on the page that say so. If nothing is
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
          <FlagSign flag={shown?.chart.flag ?? null} words />
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
