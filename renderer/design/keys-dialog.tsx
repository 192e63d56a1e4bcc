import { appearanceStore } from './appearance.ts';
import { Button } from './button.tsx';
import { keyWords, workingKeys } from './key-press.ts';
import { Modal } from './modal.tsx';
import { appWords } from './words.ts';
import './keys-dialog.css';

interface KeyGroup {
  name: string;
  lines: readonly {
    what: string;
    /** Combinations, each one does it; or in words, for what hands do. */
    keys: readonly string[] | string;
  }[];
}

function hasWorkingKey({ keys }: KeyGroup['lines'][number]): boolean {
  return typeof keys === 'string' || workingKeys(keys).length > 0;
}

/** A list of keys, by groups: those that work now. Groups without one are left out. */
export function KeysDialog(props: { title: string; groups: readonly KeyGroup[]; onClose: () => void }) {
  const { title, onClose } = props;
  const groups = props.groups
    .map(({ name, lines }) => ({ name, lines: lines.filter(hasWorkingKey) }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <Modal
      title={title}
      wide
      onClose={onClose}
      actions={
        <Button look="primary" data-first onClick={onClose}>
          {appWords.close}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="keys" aria-label={title} tabIndex={0}>
        {appearanceStore.getState().single_keys ? null : <p className="hint">{appWords.singleKeysOff}</p>}
        <div className="keys__columns">
          {groups.map(({ name, lines }) => (
            <section key={name} className="keys__group">
              <h3>{name}</h3>
              <dl className="keys__list">
                {lines.map(({ what, keys }) => (
                  <div key={what} className="keys__line">
                    <dt>{what}</dt>
                    {typeof keys === 'string' ? (
                      <dd className="keys__hand">{keys}</dd>
                    ) : (
                      <dd>
                        {workingKeys(keys).map((combination) => (
                          <kbd key={combination} className="keys__key">
                            {keyWords(combination)}
                          </kbd>
                        ))}
                      </dd>
                    )}
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </section>
    </Modal>
  );
}
