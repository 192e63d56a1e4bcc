import { useState } from 'react';
import { settingBounds } from '../../main/settings/rules/bounds.ts';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { Switch, WholeNumber } from '../design/setting-controls.tsx';
import { settingsWords } from '../settings/words.ts';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';
import { useStores } from './state/registry.ts';
import { type PowerPatch, settingsSlice, useSettings } from './state/settings-store.ts';

const words = settingsWords.app;
const switches = ['keep_running', 'open_at_login', 'hand_over'] as const;

/** The settings that give power: each choice is kept at once. */
export function SettingsCard() {
  const [store] = useStores(settingsSlice);
  const settings = useSettings((state) => state.settings);
  const loadFailure = useSettings((state) => (state.settings ? null : state.failure));
  const [failure, setFailure] = useState<UiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  if (loadFailure)
    return (
      <FailureNotice
        failure={{ message: settingsWords.loadFailed(loadFailure.message) }}
        again={() => void store.getState().reload()}
      />
    );
  if (!settings) return null;
  const { values, managed } = settings;

  async function change(patch: PowerPatch) {
    setBusy(true);
    const taken = await store.getState().change(patch);
    setFailure(taken ? null : asUiFailure(store.getState().failure));
    setBusy(false);
  }

  return (
    <div className="app-settings" aria-busy={busy}>
      {failure ? <Notice tone="danger">{words.failed(failure.message)}</Notice> : null}
      {switches.map((name) => (
        <Switch
          key={name}
          label={words.switches[name][0]}
          hint={words.switches[name][1]}
          on={values[name]}
          managed={managed.includes(name)}
          onChange={(on) => void change({ [name]: on })}
        />
      ))}
      <div className="app-settings__choices">
        <WholeNumber
          words={words.numbers.audit_months}
          bounds={settingBounds.audit_months}
          value={values.audit_months}
          managed={managed.includes('audit_months')}
          onChange={(audit_months) => void change({ audit_months })}
        />
      </div>
    </div>
  );
}
