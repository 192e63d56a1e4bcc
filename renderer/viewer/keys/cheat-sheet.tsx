import { Button } from '../../design/button.tsx';
import { Modal } from '../../design/modal.tsx';
import { strings } from '../../strings.ts';
import { useViewer, useViewerStore } from '../viewer-context.tsx';
import { commandGroups, isMac, keyWords } from './command.ts';
import { allCommands } from './viewer-keys.ts';
import './cheat-sheet.css';

/** All keys of the viewer, from the table that the keys themselves are read from. */
export function CheatSheet() {
  const store = useViewerStore();
  const shown = useViewer((state) => state.keysShown);
  const moreCommands = useViewer((state) => state.moreCommands);
  if (!shown) return null;
  const close = () => store.getState().showKeys(false);
  const mac = isMac();
  const commands = allCommands({ moreCommands }).filter(({ keys }) => keys.length > 0);
  const words = strings.viewer.keys;
  return (
    <Modal
      title={words.title}
      wide
      onClose={close}
      actions={
        <Button look="primary" data-first onClick={close}>
          {strings.app.close}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="keys" aria-label={words.title} tabIndex={0}>
        <div className="keys__columns">
          {commandGroups.map((group) => {
            const here = commands.filter((command) => command.group === group);
            const hand = words.byHand[group];
            if (here.length === 0 && hand.length === 0) return null;
            return (
              <section key={group} className="keys__group">
                <h3>{words.groups[group]}</h3>
                <dl className="keys__list">
                  {here.map(({ id, keys, words: what }) => (
                    <div key={id} className="keys__line">
                      <dt>{what}</dt>
                      <dd>
                        {keys.map((combination) => (
                          <kbd key={combination} className="keys__key">
                            {keyWords(combination, mac)}
                          </kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
                  {hand.map(([what, how]) => (
                    <div key={what} className="keys__line">
                      <dt>{what}</dt>
                      <dd className="keys__hand">{how}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            );
          })}
        </div>
      </section>
    </Modal>
  );
}
