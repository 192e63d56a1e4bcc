import { Button } from '../design/button.tsx';
import { noticeWords } from '../shell/words.ts';
import { useBridge } from './state/registry.ts';
import { useSettings } from './state/settings-store.ts';

/** The way to the library's page of managed settings, where administrators have set anything that this window shows. */
export function ManagedLink() {
  const bridge = useBridge();
  const shown = useSettings(
    ({ settings }) =>
      settings !== null &&
      (settings.managed.length + settings.forbidden.length > 0 || !settings.allow_other_profiles),
  );
  if (!shown) return null;
  return (
    <div className="row">
      <Button look="quiet" onClick={() => void bridge.app.managed().catch(() => {})}>
        {noticeWords.managed}
      </Button>
    </div>
  );
}
