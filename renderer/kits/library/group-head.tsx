import { memo } from 'react';
import { formatUtcDate } from '../../design/format.ts';
import type { LibraryHead } from '../list/library-index.ts';
import { DAY_MS } from '../list/library-order.ts';
import { libraryWords } from '../words.ts';

const words = libraryWords;

/** The head of a group at `top` px; null: sticky at the upper edge. Screen readers get the day from every row's name. */
export const GroupHead = memo(function GroupHead(props: {
  head: LibraryHead;
  today: number;
  top: number | null;
}) {
  const { head, today, top } = props;
  return (
    <div
      className={top === null ? 'group-head group-head--stays' : 'group-head'}
      style={top === null ? undefined : { top }}
      aria-hidden="true"
    >
      <GroupName head={head} today={today} />
      <span className="group-head__count">{words.groupCount(head.count)}</span>
    </div>
  );
});

function GroupName({ head, today }: { head: LibraryHead; today: number }) {
  const { group } = head;
  if (group.kind === 'now') return null;
  if (group.kind === 'undated') return <strong>{words.undated}</strong>;
  if (group.kind === 'state') return <strong>{words.stateGroups[group.state]}</strong>;
  if (group.kind === 'origin')
    return <strong>{group.origin === null ? words.unknownRoute : words.origin(group.origin)}</strong>;
  const { name, date } = dayWords(group.day, today);
  return (
    <>
      <strong>{name ?? date}</strong>
      {name ? <span>{date}</span> : null}
    </>
  );
}

/** The words for a day: its date, and its name if it is near. @param day, @param today starts of days in UTC, ms */
function dayWords(day: number, today: number): { name: string | null; date: string } {
  const date = words.day(new Date(day).getUTCDay(), formatUtcDate(new Date(day).toISOString()));
  const near = new Map([
    [today, words.today],
    [today + DAY_MS, words.tomorrow],
    [today - DAY_MS, words.yesterday],
  ]);
  return { name: near.get(day) ?? null, date };
}
