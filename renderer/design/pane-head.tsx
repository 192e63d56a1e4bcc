import { IconButton } from './button.tsx';
import { appWords } from './words.ts';

/** The title of a pane beside the list, and the button that closes it. */
export function PaneHead(props: {
  title: string;
  /** Whether the pane fills the window, without a list beside it. */
  isPage?: boolean;
  onClose: () => void;
}) {
  const { title, isPage, onClose } = props;
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="pane__head">
      <Title>{title}</Title>
      <IconButton icon="cross" label={appWords.close} onClick={onClose} />
    </div>
  );
}
