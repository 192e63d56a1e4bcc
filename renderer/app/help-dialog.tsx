import type { ReactNode } from 'react';
import { kitStates } from '../../preload/schemas/values.ts';
import { Button } from '../design/button.tsx';
import { Modal } from '../design/modal.tsx';
import { Badge } from '../design/notice.tsx';
import { StateBadge } from '../kits/state-badge.tsx';
import { strings } from '../strings/strings.ts';
import { isMac, keyWords } from '../viewer/keys/command.ts';
import '../design/keys-dialog.css';
import './help-dialog.css';

const words = strings.help;

/** What one needs to know to read the list, to rely on it without a network, and to find more. */
export function HelpDialog(props: { onClose: () => void; onKeys: () => void }) {
  const mac = isMac();
  return (
    <Modal
      title={words.title}
      wide
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onKeys}>{words.allKeys}</Button>
          <Button look="primary" data-first onClick={props.onClose}>
            {strings.app.close}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="help" aria-label={words.title} tabIndex={0}>
        <Part title={words.states}>
          <dl className="help__list">
            {kitStates.map((state) => (
              <div key={state} className="help__line">
                <dt>
                  <StateBadge state={state}>{strings.states.labels[state]}</StateBadge>
                </dt>
                <dd>{strings.states.explain[state]}</dd>
              </div>
            ))}
            <div className="help__line">
              <dt>
                <Badge tone="busy" icon="clock">
                  {strings.states.queued}
                </Badge>
              </dt>
              <dd>{words.queued}</dd>
            </div>
          </dl>
        </Part>
        <Part title={words.signs}>
          <dl className="help__list">
            {words.signLines.map(([sign, meaning]) => (
              <div key={sign} className="help__line">
                <dt>{sign}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title={words.offline}>
          <ul className="bullets">
            {words.offlineLines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Part>
        <Part title={words.keys}>
          <dl className="help__list">
            {words.keyLines.map(([what, keys]) => (
              <div key={what} className="help__line">
                <dt>
                  <kbd className="keys__key">{keyWords(keys, mac)}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title={words.guides}>
          {words.guideLines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Part>
      </section>
    </Modal>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="help__part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
