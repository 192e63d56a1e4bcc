import type { WaitingMark } from '../../preload/contract.ts';
import { useAppearance } from '../design/appearance.ts';
import { Button } from '../design/button.tsx';
import { commandOf } from '../design/keys.ts';
import { marksWords } from '../marks/words.ts';
import { useStores } from '../shell/state/registry.tsx';
import { StateSign } from './changes-rows.tsx';
import { changesSlice, useChanges } from './changes-store.ts';
import type { PairItem } from './pair/pair-items.ts';
import { changesWords } from './words.ts';

const words = changesWords.marks;

/** Puts a waiting mark on its page of the newer kit, or leaves it in the older one; if its chart was removed, it can only stay. */
export async function decideMark(
  changes: ReturnType<typeof changesSlice>,
  waiting: WaitingMark,
  accepted: boolean,
): Promise<boolean> {
  if (accepted && waiting.page === null) return false;
  const said = accepted ? words.accepted(waiting.page ?? 0) : words.declined;
  return changes.getState().decide(waiting, accepted, said);
}

/** The marks of the older kit that wait until a person says where they belong. */
export function WaitingMarks({
  items,
  onShow,
}: {
  items: readonly PairItem[];
  onShow: (key: string) => void;
}) {
  const marks = useChanges((state) => state.marks);
  const { single_keys } = useAppearance();
  if (marks === null) return <p role="status">{words.loading}</p>;
  if (items.length === 0) return <p className="changes__none">{words.none}</p>;
  return (
    <>
      <h2>{words.title(items.length)}</h2>
      <p className="changes__intro">{words.intro}</p>
      <ul className="changes__rows" aria-label={words.list}>
        {items.map((item) => (
          <Row key={item.key} item={item} onShow={onShow} />
        ))}
      </ul>
      {single_keys ? <p className="hint">{words.singleKeys}</p> : null}
    </>
  );
}

function Row({ item, onShow }: { item: PairItem; onShow: (key: string) => void }) {
  const [changes] = useStores(changesSlice);
  const { waiting } = item;
  if (!waiting) return null;
  const { draft } = waiting.mark;
  const said = textOf(draft);
  const decide = (accepted: boolean) => void decideMark(changes, waiting, accepted);
  return (
    <li
      className="changes__row framed"
      data-key={item.key}
      data-state={item.state}
      onKeyDown={(event) => {
        const command = commandOf('changes', event);
        if (command !== 'accept' && command !== 'decline') return;
        event.preventDefault();
        decide(command === 'accept');
      }}
    >
      <div className="changes__what">
        <p className="bar">
          <button
            type="button"
            className="changes__open"
            aria-label={words.show(words.row(words.kinds[draft.kind], item.name))}
            onClick={() => onShow(item.key)}
          >
            {words.row(words.kinds[draft.kind], item.name)}
          </button>
          <StateSign state={item.state} />
          <span className="hint">{changesWords.pages(item.old, item.new)}</span>
        </p>
        {said ? <p className="changes__quote">{marksWords.short(said)}</p> : null}
        {item.new === null ? <p>{words.gone}</p> : null}
      </div>
      <div className="row">
        {item.new === null ? null : (
          <Button look="primary" onClick={() => decide(true)}>
            {words.accept}
          </Button>
        )}
        <Button onClick={() => decide(false)}>{words.decline}</Button>
      </div>
    </li>
  );
}

function textOf(draft: WaitingMark['mark']['draft']): string {
  if (draft.kind === 'note') return draft.text;
  if (draft.kind === 'highlight') return [draft.text, draft.note].filter(Boolean).join(', ');
  return draft.kind === 'bookmark' ? draft.title : '';
}
