import { useKits } from '../../kits/kits-store.ts';
import { useWorkspace } from '../../shell/state/workspace-store.ts';
import { type TabName, tabName } from './tab-name.ts';

/** The name of an open kit; null if there is none, or it is not in the list. */
export function useTabName(kitId: string | null): TabName | null {
  const kits = useKits((state) => state.kits);
  const tabs = useWorkspace((state) => state.tabs);
  const open = kits.filter(({ id }) => tabs.some((tab) => tab.kitId === id));
  const kit = open.find(({ id }) => id === kitId);
  return kit ? tabName(kit, open, Date.now()) : null;
}
