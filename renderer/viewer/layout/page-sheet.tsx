import { memo } from 'react';
import type { PageBox } from '../document/geometry/page-layout.ts';
import { PageView, type PageViewProps } from './page-view.tsx';

interface Props extends Omit<PageViewProps, 'away' | 'width' | 'height' | 'zoom'> {
  box: PageBox;
  /** Whether the page is visible, or may be in the next frame. */
  near: boolean;
  /** Another page is shown in its place: this page is kept ready but hidden. */
  hidden: boolean;
}

/** One page at its place on the ground, turned by CSS, so nothing inside depends on the turn. */
export const PageSheet = memo(function PageSheet({ box, near, hidden, ...page }: Props) {
  const lying = box.turn % 180 !== 0;
  const width = lying ? box.height : box.width;
  const height = lying ? box.width : box.height;
  return (
    <div
      className="sheet"
      data-turn={box.turn}
      data-hidden={hidden}
      inert={hidden}
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
    >
      <div className="sheet__turned" style={{ width, height }}>
        <PageView {...page} away={hidden || !near} width={width} height={height} zoom={box.zoom} />
      </div>
    </div>
  );
});
