import { useState } from 'react';
import type { NotTakenEvent } from '../../main/trips/rules/trip-file.ts';
import { Button } from '../design/button.tsx';
import { copyText } from '../design/copy-text.ts';
import { useBatch } from './batch-store.ts';
import { placeOf } from './places.ts';
import { batchWords } from './words.ts';

const words = batchWords;

/** The lines of a file that are no row, each with the reason. */
export function NotTakenList() {
  const lines = useBatch((state) => state.notTaken);
  const isSheet = useBatch((state) => state.isSheet);
  const [outcome, setOutcome] = useState<string | null>(null);
  const place = (line: NotTakenEvent) => placeOf(line.line, line.sheet ?? null, isSheet);
  const text = () => lines.map((line) => [place(line), line.text, line.why].join('\t')).join('\n');
  return (
    <section className="untaken" aria-label={words.groupNames.notTaken}>
      <div className="untaken__head">
        <p className="hint">{words.notTakenIntro}</p>
        <span className="batch__spring" />
        <span role="status" className="hint">
          {outcome}
        </span>
        <Button onClick={() => setOutcome(copyText(text()) ? words.copied : words.copyFailed)}>
          {words.copy}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="untaken__scroll" tabIndex={0} aria-label={words.notTakenTable}>
        <table className="untaken__table">
          <thead>
            <tr>
              <th scope="col">{words.line}</th>
              <th scope="col">{words.text}</th>
              <th scope="col">{words.why}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file keep their places
              <tr key={index}>
                <td>{place(line)}</td>
                <td className="code">{line.text}</td>
                <td>{line.why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
