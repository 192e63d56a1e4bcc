import { Button } from '../design/button.tsx';
import { useBatch } from './batch-store.ts';
import type { Standing } from './known-flights.ts';
import { batchWords } from './words.ts';

const words = batchWords;

/** What is shown of a file: all rows, those of one kind, or what is no row. */
export type Group = 'all' | Standing | 'missing' | 'notTaken';

const order: readonly Group[] = ['all', 'new', 'changed', 'cancelled', 'same', 'missing', 'notTaken'];

/** How many there are of each. */
export function useGroupCounts(): Record<Group, number> {
  const rows = useBatch((state) => state.rows);
  const missing = useBatch((state) => state.missing.length);
  const notTaken = useBatch((state) => state.notTaken.length);
  const counts = { all: rows.length, new: 0, changed: 0, cancelled: 0, same: 0, missing, notTaken };
  for (const { standing } of rows) counts[standing.standing] += 1;
  return counts;
}

/** Whether there are groups to choose: not where every row is a new flight. */
export function hasGroups(counts: Record<Group, number>): boolean {
  return counts.new !== counts.all || counts.missing + counts.notTaken > 0;
}

/** The groups with a word and a number each; the one that is shown is pressed. */
export function BatchGroups(props: {
  counts: Record<Group, number>;
  group: Group;
  onChoose: (group: Group) => void;
}) {
  const { counts, group } = props;
  return (
    <fieldset className="batch__groups">
      <legend className="sr-only">{words.groups}</legend>
      {order
        .filter((one) => counts[one] > 0)
        .map((one) => (
          <Button key={one} aria-pressed={one === group} onClick={() => props.onChoose(one)}>
            {words.group(words.groupNames[one], counts[one])}
          </Button>
        ))}
    </fieldset>
  );
}
