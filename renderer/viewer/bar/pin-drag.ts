import { type DragEvent, useState } from 'react';

/** The type of the dragged data, a pin of this window, so that nothing else accepts it. */
const TYPE = 'application/x-tripkit-pin';

/** Where a dragged pin would be dropped: before or after another one. */
export interface Drop {
  over: number;
  side: 'before' | 'behind';
}

/** Drags pins with the pointer. @param move puts a page at a place, an index among all */
export function usePinDrag(pinned: readonly number[], move: (page: number, place: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const end = () => {
    setDragged(null);
    setDrop(null);
  };
  /** For the element of a pin. */
  const of = (page: number) => ({
    draggable: pinned.length > 1,
    'data-dragged': dragged === page || undefined,
    'data-drop': drop?.over === page && dragged !== page ? drop.side : undefined,
    onDragStart(event: DragEvent<HTMLElement>) {
      event.dataTransfer.setData(TYPE, String(page));
      event.dataTransfer.effectAllowed = 'move';
      setDragged(page);
    },
    onDragOver(event: DragEvent<HTMLElement>) {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'move';
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const side = event.clientX < left + width / 2 ? 'before' : 'behind';
      if (drop?.over !== page || drop.side !== side) setDrop({ over: page, side });
    },
    onDrop(event: DragEvent<HTMLElement>) {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const others = pinned.filter((one) => one !== dragged);
      const at = others.indexOf(page);
      if (at >= 0) move(dragged, event.clientX < left + width / 2 ? at : at + 1);
      end();
    },
    onDragEnd: end,
  });
  return { of };
}
