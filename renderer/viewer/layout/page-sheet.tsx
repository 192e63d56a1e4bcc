import { memo } from 'react';
import type { PageRegion, PageSize, PdfDocument } from '../engine/pdf-engine.ts';
import type { PageBox } from '../geometry/page-layout.ts';
import { PageView } from './page-view.tsx';

/** The place of one page on the ground, with the page in it, turned by CSS: nothing inside knows of the turn. */
export const PageSheet = memo(function PageSheet(props: {
  page: number;
  pageCount: number;
  box: PageBox;
  size: PageSize;
  document: PdfDocument | null;
  poster: string | null;
  pixelRatio: number;
  /** Whether it is read: not only near, nor peeking in. */
  visible: boolean;
  /** Whether it is in sight, or may be in the next frame. */
  near: boolean;
  /** Another page stands in its place: it is kept ready and not shown. */
  hidden: boolean;
  /** The side of the page with room for what belongs to it and is no part of it. */
  free: 'left' | 'right' | null;
  region: PageRegion | null;
  onSize: (page: number, size: PageSize) => void;
}) {
  const { box, page } = props;
  const lying = box.turn % 180 !== 0;
  const width = lying ? box.height : box.width;
  const height = lying ? box.width : box.height;
  return (
    <div
      className="sheet"
      data-turn={box.turn}
      data-hidden={props.hidden}
      data-free={props.free ?? undefined}
      inert={props.hidden}
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
    >
      <div className="sheet__turned" style={{ width, height }}>
        <PageView
          document={props.document}
          poster={props.poster}
          size={props.size}
          visible={props.visible}
          away={props.hidden || !props.near}
          page={page}
          pageCount={props.pageCount}
          top={0}
          width={width}
          height={height}
          zoom={box.zoom}
          pixelRatio={props.pixelRatio}
          region={props.region}
          onSize={props.onSize}
        />
      </div>
    </div>
  );
});
