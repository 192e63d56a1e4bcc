import { Icon } from '../../design/icons.tsx';
import { strings } from '../../strings/strings.ts';
import type { DateFlag } from './shown-chart.ts';

/** The sign of a chart whose dates a person has to look at, in lists; nothing where there is nothing to say. */
export function FlagSign({ flag }: { flag: DateFlag | null }) {
  if (flag === null) return null;
  return (
    <span className="chart-flag" title={strings.charts.flagWords[flag]}>
      <Icon name={flag === 'undated' ? 'question' : 'alert'} />
      <span className="chart-flag__words">{strings.charts.flags[flag]}</span>
    </span>
  );
}
