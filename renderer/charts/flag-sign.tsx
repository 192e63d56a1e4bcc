import type { ChartFlag } from '../../main/charts/rules/chart-flag.ts';
import { Icon } from '../design/icons.tsx';
import { chartWords } from './words.ts';

/**
 * The icon of a chart whose dates a person must check; nothing if there is nothing to check.
 *
 * @param props.words whether to show a short word beside the icon; screen readers always get the full text
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
