import { useState } from 'react';
import type { Notice } from '../../preload/contract.ts';
import { Button, IconButton } from '../design/button.tsx';
import { Icon, type IconName } from '../design/icons.tsx';
import type { Tone } from '../design/notice.tsx';
import { appWords } from '../design/words.ts';
import { kitsSlice } from '../kits/kits-store.ts';
import { openingSlice } from '../kits/opening-store.ts';
import { navigationSlice } from './state/navigation-store.ts';
import { noticesSlice, useNotices } from './state/notices-store.ts';
import { useBridge, useStores } from './state/registry.tsx';
import { useForbidden } from './state/settings-store.ts';
import { noticeWords } from './words.ts';
import './notices.css';

const words = noticeWords;

const tones: Record<Notice['severity'], Tone> = { info: 'calm', warning: 'warn', error: 'danger' };
const icons: Record<Notice['severity'], IconName> = { info: 'info', warning: 'alert', error: 'cross' };
/** How many are shown before a person asks for the others. */
const SHOWN = 2;

/** The app's notices: lines under the top bar, the most serious first, until they are dismissed. */
export function NoticesBar() {
  const notices = useNotices((state) => state.notices);
  const [all, setAll] = useState(false);
  const hidden = notices.length - SHOWN;
  return (
    <section className="notices" aria-label={words.region} aria-live="polite">
      {notices.slice(0, all ? undefined : SHOWN).map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
      {hidden > 0 ? (
        <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.fewer : words.more(hidden)}
        </Button>
      ) : null}
    </section>
  );
}

/** Notices that came since this was opened, for places that hide the bar: below the pages of a kit, or in a dialog. */
export function LateNotices({ place }: { place: 'below' | 'within' }) {
  const notices = useNotices((state) => state.notices);
  const [before] = useState(() => new Set(notices.map(({ id }) => id)));
  return (
    <section className={`notices notices--${place}`} aria-label={words.region} aria-live="polite">
      {notices
        .filter(({ id }) => !before.has(id))
        .map((notice) => (
          <NoticeLine key={notice.id} notice={notice} />
        ))}
    </section>
  );
}

function NoticeLine({ notice: { id, severity, message, kit, restore, managed, setup } }: { notice: Notice }) {
  const bridge = useBridge();
  const noCopies = useForbidden('export');
  const [notices, kits, opening, navigation] = useStores(
    noticesSlice,
    kitsSlice,
    openingSlice,
    navigationSlice,
  );
  return (
    <div className={`notices__line tone--${tones[severity]}`}>
      <Icon name={icons[severity]} />
      <p>
        <span className="sr-only">{`${words.severities[severity]}: `}</span>
        {message}
      </p>
      {kit?.offer.includes('open') ? (
        <Button
          onClick={() => {
            void notices.getState().dismiss(id);
            opening.getState().ask(kit.kit_id);
          }}
        >
          {words.openKit}
        </Button>
      ) : null}
      {kit?.offer.includes('copy') && !noCopies ? (
        <Button onClick={() => void kits.getState().act('saveCopy', kit.kit_id)}>{words.saveCopy}</Button>
      ) : null}
      {restore ? (
        <Button onClick={() => navigation.getState().toSettings('backups')}>{words.restore}</Button>
      ) : null}
      {managed ? <Button onClick={() => navigation.getState().toPolicy()}>{words.managed}</Button> : null}
      {setup ? (
        <Button onClick={() => void bridge.setup.open(setup).catch(() => {})}>{words.setUp}</Button>
      ) : null}
      <IconButton icon="cross" label={appWords.dismiss} onClick={() => void notices.getState().dismiss(id)} />
    </div>
  );
}
