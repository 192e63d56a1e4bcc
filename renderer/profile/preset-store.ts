import { createStore } from 'zustand/vanilla';
import type { ChosenAuthority, ProfilePreset, ProfileSummary } from '../../preload/contract.ts';
import { defineSlice } from '../setup/state/registry.ts';
import type { UiFailure } from '../shell/state/bridge.ts';
import { oneAtATime } from '../shell/state/calls.ts';
import { fileNameOf, readBytes } from '../shell/state/dropped-files.ts';

/** The fields that are typed. */
export const presetTexts = ['name', 'company_code', 'company_name', 'client_id'] as const;
type PresetText = (typeof presetTexts)[number];
const empty: Record<PresetText, string> = { name: '', company_code: '', company_name: '', client_id: '' };

interface PresetState {
  /** Null until they were read. */
  presets: readonly ProfilePreset[] | null;
  preset: ProfilePreset | null;
  texts: Readonly<Record<PresetText, string>>;
  authority: ChosenAuthority | null;
  busy: boolean;
  failure: UiFailure | null;
  load(): Promise<void>;
  choose(presetId: string): void;
  edit(field: PresetText, text: string): void;
  chooseAuthority(): Promise<void>;
  offerAuthority(file: File): Promise<void>;
  /** What is still needed, in the order of the form. */
  missing(): (PresetText | 'authority')[];
  /** The new profile; null where something failed or the person said no: everything typed stays. */
  create(): Promise<ProfileSummary | null>;
}

/** The form that makes a profile from a preset. */
export const [presetSlice, usePreset] = defineSlice(({ bridge }) =>
  createStore<PresetState>()((set, get) => {
    const run = oneAtATime(set, get);
    const take = (authority: ChosenAuthority | null) => authority && set({ authority });

    return {
      presets: null,
      preset: null,
      texts: empty,
      authority: null,
      busy: false,
      failure: null,
      async load() {
        await run(true, async () => {
          const presets = await bridge.profiles.presets();
          set({ presets, preset: get().preset ?? presets[0] ?? null });
        });
      },
      choose: (presetId) => set({ preset: get().presets?.find((one) => one.id === presetId) ?? null }),
      edit: (field, text) => set({ texts: { ...get().texts, [field]: text } }),
      async chooseAuthority() {
        await run(true, async () => take(await bridge.profiles.chooseAuthority()));
      },
      async offerAuthority(file) {
        await run(true, async () =>
          take(await bridge.profiles.offerAuthority(fileNameOf(file), await readBytes(file, 'config'))),
        );
      },
      missing() {
        const { texts, authority } = get();
        const untyped = presetTexts.filter((field) => texts[field].trim() === '');
        return authority === null ? [...untyped, 'authority'] : untyped;
      },
      create: () =>
        run(true, async () => {
          const { preset, texts, authority } = get();
          if (!preset || !authority) return null;
          const profile = await bridge.profiles.createFromPreset({
            preset: preset.id,
            name: texts.name.trim(),
            company_code: texts.company_code.trim(),
            company_name: texts.company_name.trim(),
            client_id: texts.client_id.trim(),
            authority_handle: authority.handle,
          });
          if (profile) set({ texts: empty, authority: null });
          return profile;
        }),
    };
  }),
);
