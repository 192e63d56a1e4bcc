import { useStore } from 'zustand';
import { touchStore } from './touch-mode.ts';

/** Whether targets are to be large. */
export function useTouch(): boolean {
  return useStore(touchStore, (state) => state.on);
}
