import { strings } from '../strings.ts';
import { dayWords } from './day-words.ts';
import type { LibraryHead } from './library-index.ts';

/** The head of a group. Screen readers have the day in the name of every row, so it is for the eye only. */
export function GroupHead({ head, today }: { head: LibraryHead; today: number }) {
  return (
    <div className="group-head" aria-hidden="true">
      <GroupName head={head} today={today} />
      <span className="group-head__count">{strings.library.groupCount(head.count)}</span>
    </div>
  );
}

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
