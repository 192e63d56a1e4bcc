import type { KeyboardEvent } from 'react';
import { isChange, type PageState } from '../../main/comparison/rules/compared-page.ts';
import { formatUtc } from '../design/format.ts';
import type { IconName } from '../design/icons.tsx';
import { commandOf } from '../design/keys.ts';
import { Badge, type Tone } from '../design/notice.tsx';
import { useStores } from '../shell/state/registry.tsx';
import { lineOf, pagesToLookAt } from './changes-list.ts';
import { changesSlice } from './changes-store.ts';
import type { PairItem } from './pair/pair-items.ts';
import { changesWords } from './words.ts';

const words = changesWords;

/** The charts, one row each; the arrow keys go from row to row. @param rows the pages of each chart to look at */
export function ChangesRows({
  rows,
  onShow,
}: {
  rows: readonly (readonly PairItem[])[];
  onShow: (key: string) => void;
}) {
  if (rows.length === 0) return <p className="changes__none">{words.none}</p>;
  return (
    <ul className="changes__rows" aria-label={words.list} onKeyDown={stepRows}>
      {rows.map((items) => (
        <Row key={items[0]?.key} items={items} onShow={onShow} />
      ))}
    </ul>
  );
}

/** The elements in a row that take the focus. */
const HANDLE = '[data-row-handle]';

function stepRows(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(HANDLE)];
  const row = event.target instanceof Element ? event.target.closest('li') : null;
  const at = rows.findIndex((one) => row?.contains(one));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus();
}

function Row({ items, onShow }: { items: readonly PairItem[]; onShow: (key: string) => void }) {
  const [changes] = useStores(changesSlice);
  const [item] = items;
  const chart = item?.chart;
  if (!item || !chart) return null;
  const { state, reviewed_at } = chart;
  const { name } = item;
  const isReviewed = reviewed_at !== null;
  const canReview = isChange(chart);
  const review = () => {
    if (canReview) void changes.getState().review(pagesToLookAt(chart), !isReviewed);
  };
  const pages = items.map((page) => words.pages(page.old, page.new)).join(', ');
  const line = lineOf(items);
  return (
    <li
      className="changes__row framed"
      data-key={item.key}
      data-state={state}
      data-reviewed={isReviewed || undefined}
      onKeyDown={(event) => {
        if (commandOf('changes', event) !== 'review') return;
        event.preventDefault();
        review();
      }}
    >
      <div className="changes__check">
        {canReview ? (
          <input
            type="checkbox"
            data-row-handle
            aria-label={words.reviewedName(`${name}, ${pages}`)}
            checked={isReviewed}
            onChange={review}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onShow(item.key);
            }}
          />
        ) : null}
      </div>
      <div className="changes__what">
        <p className="bar">
          <button
            type="button"
            className="changes__open"
            data-row-handle={canReview ? undefined : true}
            aria-label={words.show(name, pages)}
            onClick={() => onShow(item.key)}
          >
            {name}
          </button>
          <StateSign state={state} />
          <span className="hint">{pages}</span>
        </p>
        {line === '' ? null : <p className="changes__line">{line}</p>}
        {reviewed_at === null ? null : <p className="hint">{words.reviewedAt(formatUtc(reviewed_at))}</p>}
      </div>
    </li>
  );
}

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
