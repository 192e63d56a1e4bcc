import { useEffect } from 'react';
import { useViewerStore } from '../viewer-context.tsx';
import type { Command } from './command.ts';

/** Adds commands to this view while the component is mounted; pass the same array each time. */
export function useCommands(commands: readonly Command[]): void {
  const store = useViewerStore();
  useEffect(() => store.getState().addCommands(commands), [store, commands]);
}
