import { memo } from 'react';
import type { LibraryHead } from '../kits/list/library-index.ts';
import { strings } from '../strings/strings.ts';
import { dayWords } from './day-words.ts';

/**
 * The head of a group at `top` px; null: it stays at the upper edge. Screen readers have the day in the name of every row,
 * so it is for the eye only.
 */
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
      <span className="group-head__count">{strings.library.groupCount(head.count)}</span>
    </div>
  );
});

function GroupName({ head, today }: { head: LibraryHead; today: number }) {
  const { group } = head;
  if (group.kind === 'state') return <strong>{strings.library.stateGroups[group.state]}</strong>;
  if (group.kind === 'origin')
    return (
      <strong>
        {group.origin === null ? strings.library.unknownRoute : strings.library.origin(group.origin)}
      </strong>
    );
  const { name, date } = dayWords(group.day, today);
  return (
    <>
      <strong>{name ?? date}</strong>
      {name ? <span>{date}</span> : null}
    </>
  );
}
