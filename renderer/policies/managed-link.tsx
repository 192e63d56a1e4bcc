import { Button } from '../design/button.tsx';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { useSettings } from '../shell/state/settings-store.ts';
import { policyWords } from './words.ts';

/** Beside settings of which some are managed: a link to where their values come from. Nothing if none is managed. */
export function ManagedLink() {
  const [navigation] = useStores(navigationSlice);
  const managed = useSettings(({ settings }) => (settings?.managed.length ?? 0) > 0);
  if (!managed) return null;
  return (
    <div className="row managed-link">
      <p className="hint">{policyWords.someManaged}</p>
      <Button look="quiet" onClick={() => navigation.getState().toPolicy()}>
        {policyWords.link}
      </Button>
    </div>
  );
}
