import { IconButton } from './button.tsx';
import { appWords } from './words.ts';

/** The title of a pane beside the list, or of one that fills the window (`isPage`), and the button that closes it. */
export function PaneHead(props: { title: string; isPage?: boolean; onClose: () => void }) {
  const Title = props.isPage ? 'h1' : 'h2';
  return (
    <div className="pane__head">
      <Title>{props.title}</Title>
      <IconButton icon="cross" label={appWords.close} onClick={props.onClose} />
    </div>
  );
}
