import { useId, useLayoutEffect, useRef } from 'react';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';

/** A question before something that can't be taken back. A native modal dialog: focus stays inside, Esc says no. */
export function ConfirmDialog(props: {
  title: string;
  text: string;
  yes: string;
  no?: string;
  danger?: boolean;
  onAnswer: (yes: boolean) => void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it is taken out of the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        props.onAnswer(false);
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={`${id}-title`}>{props.title}</h2>
      <p id={`${id}-text`} className="dialog__text">
        {props.text}
      </p>
      <div className="dialog__actions">
        <Button onClick={() => props.onAnswer(false)}>{props.no ?? strings.app.cancel}</Button>
        <Button look={props.danger ? 'danger' : 'primary'} onClick={() => props.onAnswer(true)}>
          {props.yes}
        </Button>
      </div>
    </dialog>
  );
}
