import { Button } from '../design/button.tsx';
import { Modal } from '../design/modal.tsx';
import { strings } from '../strings.ts';
import { isMac, keyWords } from '../viewer/keys/command.ts';
import '../viewer/keys/cheat-sheet.css';

const words = strings.desktop.keys;
const groups = ['everywhere', 'library', 'reading'] as const;

/** The keys outside the viewer; the viewer shows its own. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const mac = isMac();
  return (
    <Modal
      title={words.title}
      wide
      onClose={onClose}
      actions={
        <Button look="primary" data-first onClick={onClose}>
          {strings.app.close}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="keys" aria-label={words.title} tabIndex={0}>
        <div className="keys__columns">
          {groups.map((group) => (
            <section key={group} className="keys__group">
              <h3>{words.groups[group]}</h3>
              <dl className="keys__list">
                {words.lines[group].map(([what, keys]) => (
                  <div key={what} className="keys__line">
                    <dt>{what}</dt>
                    <dd>
                      <kbd className="keys__key">{keyWords(keys, mac)}</kbd>
                    </dd>
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
