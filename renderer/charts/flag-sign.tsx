import type { ChartFlag } from '../../main/charts/rules/chart-flag.ts';
import { Icon } from '../design/icons.tsx';
import { chartWords } from './words.ts';

/**
 * The sign of a chart whose dates a person has to look at; nothing where there is nothing to say.
 *
 * @param props.words whether a short word stands beside the sign; who hears it gets the whole of it either way
 */
export function FlagSign({ flag, words = false }: { flag: ChartFlag | null; words?: boolean }) {
  if (flag === null) return null;
  const { flags, flagWords } = chartWords;
  return (
    <span className="chart-flag" title={flagWords[flag]}>
      <Icon name={flag === 'undated' ? 'question' : 'alert'} />
      {words ? <span aria-hidden="true">{flags[flag]}</span> : null}
      <span className="sr-only">{flagWords[flag]}</span>
    </span>
  );
}
