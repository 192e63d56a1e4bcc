import type { ReactNode } from 'react';
import { kitStates } from '../../../main/kits/rules/kit-facts.ts';
import { Button } from '../../design/button.tsx';
import { keyWords } from '../../design/key-press.ts';
import { Modal } from '../../design/modal.tsx';
import { Badge } from '../../design/notice.tsx';
import { appWords } from '../../design/words.ts';
import { contextOf } from '../../guides/contexts.ts';
import { NEWS } from '../../guides/guide.ts';
import { packed } from '../../guides/packed.ts';
import { StateBadge } from '../../kits/kit-badges.tsx';
import { stateWords } from '../../kits/words.ts';
import { useRead } from '../state/calls.ts';
import { type GuidePlace, navigationSlice, useNavigation } from '../state/navigation-store.ts';
import { useBridge, useStores } from '../state/registry.tsx';
import { helpWords } from './words.ts';
import '../../design/keys-dialog.css';
import './help-dialog.css';

/** How to read the list, to rely on it without a network, and to find more help. */
export function HelpDialog(props: { onClose: () => void; onKeys: () => void }) {
  return (
    <Modal
      title={helpWords.title}
      wide
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onKeys}>{helpWords.allKeys}</Button>
          <Button look="primary" data-first onClick={props.onClose}>
            {appWords.close}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="help" aria-label={helpWords.title} tabIndex={0}>
        <Part title={helpWords.guides}>
          <Guides onClose={props.onClose} />
        </Part>
        <Part title={helpWords.states}>
          <dl className="help__list">
            {kitStates.map((state) => (
              <div key={state} className="help__line">
                <dt>
                  <StateBadge state={state}>{stateWords.labels[state]}</StateBadge>
                </dt>
                <dd>{stateWords.explain[state]}</dd>
              </div>
            ))}
            <div className="help__line">
              <dt>
                <Badge tone="busy" icon="clock">
                  {stateWords.queued}
                </Badge>
              </dt>
              <dd>{helpWords.queued}</dd>
            </div>
          </dl>
        </Part>
        <Part title={helpWords.signs}>
          <dl className="help__list">
            {helpWords.signLines.map(([sign, meaning]) => (
              <div key={sign} className="help__line">
                <dt>{sign}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title={helpWords.offline}>
          <ul className="bullets">
            {helpWords.offlineLines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Part>
        <Part title={helpWords.keys}>
          <dl className="help__list">
            {helpWords.keyLines.map(([what, keys]) => (
              <div key={what} className="help__line">
                <dt>
                  <kbd className="keys__key">{keyWords(keys)}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title={helpWords.support}>
          <p>{helpWords.supportLine}</p>
          <Version />
        </Part>
      </section>
    </Modal>
  );
}

/** Links to the guides: to the section about this screen, to the user guide, and to what is new. */
function Guides({ onClose }: { onClose: () => void }) {
  const [navigation] = useStores(navigationSlice);
  const context = useNavigation(({ screen, pane }) => contextOf(screen, pane));
  const title = titleOf(context);
  function open(place: GuidePlace) {
    onClose();
    navigation.getState().toGuides(place);
  }
  return (
    <>
      <p className="row">
        {title === null ? null : (
          <Button icon="info" onClick={() => open(context)}>
            {helpWords.here(title)}
          </Button>
        )}
        <Button onClick={() => open({ guide: null })}>{helpWords.userGuide}</Button>
        <Button look="quiet" onClick={() => open({ guide: NEWS })}>
          {helpWords.whatsNew}
        </Button>
      </p>
      <p className="hint">{helpWords.guidesIntro}</p>
    </>
  );
}

/** The text of a heading; null if it does not exist. */
function titleOf({ guide, heading }: GuidePlace): string | null {
  const { sections = [] } = packed.guides.find(({ id }) => id === guide) ?? {};
  return sections.find((section) => section.heading === heading)?.words ?? null;
}

function Version() {
  const bridge = useBridge();
  const info = useRead(() => bridge.app.info(), bridge);
  return info ? <p>{helpWords.version(info.version)}</p> : null;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="help__part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
