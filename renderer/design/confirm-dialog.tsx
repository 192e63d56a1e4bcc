import type { ReactNode } from 'react';
import { strings } from '../strings/strings.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

/** A question before something that can't be taken back. Esc says no. */
export function ConfirmDialog(props: {
  title: string;
  text: ReactNode;
  yes: string;
  no?: string;
  danger?: boolean;
  onAnswer: (yes: boolean) => void;
}) {
  return (
    <Modal
      title={props.title}
      onClose={() => props.onAnswer(false)}
      actions={
        <>
          <Button onClick={() => props.onAnswer(false)}>{props.no ?? strings.app.cancel}</Button>
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
