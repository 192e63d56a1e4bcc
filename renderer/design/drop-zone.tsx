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
  const ignore = (event: globalThis.DragEvent) => {
    if (!event.defaultPrevented && event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    event.preventDefault();
  };
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
  return () => {
    window.removeEventListener('dragover', ignore);
    window.removeEventListener('drop', ignore);
  };
}
