import { useShallow } from 'zustand/react/shallow';
import { useKits } from '../../kits/kits-store.ts';
import { useWorkspace } from '../../shell/state/workspace-store.ts';
import { type TabName, tabName } from './tab-name.ts';

/** The name of an open kit; null if there is none, or it is not in the list. */
export function useTabName(kitId: string | null): TabName | null {
  const tabs = useWorkspace((state) => state.tabs);
  const open = useKits(useShallow((state) => tabs.flatMap((tab) => state.find(tab.kitId) ?? [])));
  const kit = open.find(({ id }) => id === kitId);
  return kit ? tabName(kit, open, Date.now()) : null;
}
