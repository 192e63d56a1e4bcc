import { type DragEvent, type ReactNode, useState } from 'react';

/** A place for dropped files around the button that chooses one: the button is the way of the keyboard. */
export function DropZone(props: {
  hint: string;
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  function take(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!props.disabled && files.length > 0) props.onFiles(files);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a target for the mouse only; the button inside does the same
    <div
      className={over ? 'drop drop--over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = props.disabled ? 'none' : 'copy';
        setOver(!props.disabled);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={take}
    >
      {props.children}
      <p className="hint">{props.hint}</p>
    </div>
  );
}

/** Keeps a file that is dropped beside every zone from being opened by the window. The answer ends it. */
export function ignoreStrayDrops(): () => void {
  return takeStrayDrops(null);
}

/** The same; `take` gets the files. A dragged PDF is a kit of the list itself more often than not: no place takes it. */
export function takeStrayDrops(take: ((files: readonly File[]) => void) | null): () => void {
  const mayDrop = (items: DataTransferItemList) =>
    take !== null && [...items].some(({ kind, type }) => kind === 'file' && type !== 'application/pdf');
  const over = (event: globalThis.DragEvent) => {
    if (!event.defaultPrevented && event.dataTransfer)
      event.dataTransfer.dropEffect = mayDrop(event.dataTransfer.items) ? 'copy' : 'none';
    event.preventDefault();
  };
  const drop = (event: globalThis.DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!event.defaultPrevented && files.length > 0) take?.(files);
    event.preventDefault();
  };
  window.addEventListener('dragover', over);
  window.addEventListener('drop', drop);
  return () => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('drop', drop);
  };
}
