import type { ComparedPage } from '../../../preload/contract.ts';
import { inPercent } from '../../viewer/document/geometry/turns.ts';

type Area = ComparedPage['areas']['old'][number];

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
