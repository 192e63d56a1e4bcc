import { IconButton } from './button.tsx';
import { appWords } from './words.ts';

/** The title of a pane beside the list, and the button that closes it. */
export function PaneHead({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div className="pane__head">
      <h2>{title}</h2>
      <IconButton icon="cross" label={appWords.close} onClick={onClose} />
    </div>
  );
}
