import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Modal } from './modal.tsx';
import { appWords } from './words.ts';

interface ConfirmDialogProps {
  title: string;
  text: ReactNode;
  yes: string;
  no?: string;
  danger?: boolean;
  onAnswer: (yes: boolean) => void;
}

/** A question before something that can't be taken back. Esc says no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal
      asks
      title={props.title}
      onClose={() => props.onAnswer(false)}
      actions={
        <>
          <Button onClick={() => props.onAnswer(false)}>{props.no ?? appWords.cancel}</Button>
          <Button look={props.danger ? 'danger' : 'primary'} onClick={() => props.onAnswer(true)}>
            {props.yes}
          </Button>
        </>
      }
    >
      {props.text}
    </Modal>
  );
}

/** A button that asks before something that can't be taken back. */
export function ConfirmButton({
  question,
  onYes,
  ...button
}: Omit<ButtonProps, 'onClick'> & {
  question: Omit<ConfirmDialogProps, 'onAnswer'>;
  onYes: () => void;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {asking ? (
        <ConfirmDialog
          danger
          {...question}
          onAnswer={(yes) => {
            setAsking(false);
            if (yes) onYes();
          }}
        />
      ) : null}
    </>
  );
}
