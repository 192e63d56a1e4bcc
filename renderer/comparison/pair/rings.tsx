import type { Area } from '../../../main/comparison/rules/compared-page.ts';
import type { Mark } from '../../../preload/contract.ts';
import { Icon } from '../../design/icons.tsx';
import { Highlight, Ink } from '../../marks/page-marks.tsx';
import { inPercent } from '../../viewer/document/geometry/turns.ts';
import '../../marks/marks.css';

/** Rings around what changed: dashed on the old page, solid and numbered on the new one, so that colour is not the only sign. */
export function Rings({
  areas,
  side,
  current,
}: {
  areas: readonly Area[];
  side: 'old' | 'new';
  /** The current ring, from 0; null: none. */
  current: number | null;
}) {
  return areas.map((area, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the areas of a comparison never change
      key={index}
      className="pair__ring"
      data-side={side}
      data-current={index === current || undefined}
      style={inPercent(area)}
      aria-hidden="true"
    >
      <span className="pair__ring-number">{index + 1}</span>
    </span>
  ));
}

/** A mark on its page, read only. @param props `width` and `height` of the page, CSS px */
export function MarkPicture(props: { draft: Mark['draft']; width: number; height: number }) {
  const { draft, width, height } = props;
  if (draft.kind === 'highlight')
    return (
      <div className="marks__highlights">
        <Highlight draft={draft} />
      </div>
    );
  if (draft.kind === 'ink')
    return (
      <svg className="marks__ink" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Ink draft={draft} width={width} height={height} />
      </svg>
    );
  const at =
    draft.kind === 'note'
      ? { left: `${draft.x * 100}%`, top: `${draft.y * 100}%` }
      : { left: '96%', top: 20 };
  return (
    <span className="marks__note" style={at} aria-hidden="true">
      <Icon name={draft.kind === 'note' ? 'note' : draft.kind === 'pin' ? 'pin' : 'bookmark'} />
    </span>
  );
}
