import type { IconName } from '../design/icons.tsx';
import { Badge, type Tone } from '../design/notice.tsx';
import type { PageState } from './changes-list.ts';
import { changesWords } from './words.ts';

const looks: Record<PageState, { tone: Tone; icon: IconName }> = {
  changed: { tone: 'warn', icon: 'alert' },
  new: { tone: 'busy', icon: 'plus' },
  gone: { tone: 'danger', icon: 'minus' },
  restamped: { tone: 'calm', icon: 'clock' },
  same: { tone: 'ok', icon: 'check' },
};

/** The state of a compared page, as a word with an icon. */
export function StateSign({ state }: { state: PageState }) {
  const { tone, icon } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {changesWords.states[state]}
    </Badge>
  );
}
