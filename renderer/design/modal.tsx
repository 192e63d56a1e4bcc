import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react';

/** What every dialog shows below its own words: the page around a modal dialog can't be used, and is hardly seen. */
export const InDialogs = createContext<ReactNode>(null);

/** Shows a native dialog modally as long as it is in the page. */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed before it is taken out of the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => dialog?.close();
  }, []);
  return ref;
}

/** A native modal dialog: focus begins at `data-first` if there is one, stays inside, and goes back; Esc closes. `wide` is for lists. */
export function Modal(props: {
  title: string;
  wide?: boolean;
  /** Whether screen readers read it out when it opens. Orca says nothing of other dialogs: the row or button that had the focus is gone. */
  asks?: boolean;
  onClose: () => void;
  /** The buttons, the safe one first. */
  actions: ReactNode;
  /** Below the text, and no part of what is read out when the dialog opens. */
  more?: ReactNode;
  children: ReactNode;
}) {
  const ref = useModal();
  const id = useId();
  const also = useContext(InDialogs);
  return (
    <dialog
      ref={ref}
      role={props.asks ? 'alertdialog' : undefined}
      className={props.wide ? 'dialog dialog--wide' : 'dialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={`${id}-title`}>{props.title}</h2>
      <div id={`${id}-text`} className="dialog__text">
        {props.children}
      </div>
      {props.more}
      <div className="dialog__actions">{props.actions}</div>
      {also}
    </dialog>
  );
}
