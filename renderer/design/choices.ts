import { createStore } from 'zustand/vanilla';
import { defaultChoices } from '../../main/settings/rules/choices.ts';
import type { Choices, ChoicesPatch, PageStart } from '../../preload/contract.ts';

/** Small choices of the person for this page: its last light, order, profile. Read at its start, and kept by the main process. */
export const choicesStore = createStore<Choices>()(() => readPageStart()?.choices ?? defaultChoices);

let keep: (patch: ChoicesPatch) => void = () => {};

/** From now on choices are kept by `keeper`, which never throws. Call once. */
export function choicesKeptBy(keeper: typeof keep): void {
  keep = keeper;
}

/** The person chose. Where it can't be kept, it holds for this window all the same. */
export function keepChoice(patch: Partial<Choices>): void {
  choicesStore.setState(patch);
  keep(patch);
}

/**
 * What the main process wrote into the page for its first paint (main/electron/app-protocol.ts); null where there is no such page,
 * as in a test. It was checked there.
 */
export function readPageStart(): PageStart | null {
  const text = typeof document === 'undefined' ? undefined : document.documentElement.dataset.start;
  return text === undefined ? null : JSON.parse(text);
}
