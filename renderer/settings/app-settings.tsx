import { useState } from 'react';
import { settingBounds } from '../../main/settings/rules/bounds.ts';
import type { LibraryPatch, SettingName } from '../../preload/contract.ts';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { Choice, Switch, Typed, WholeNumber } from '../design/setting-controls.tsx';
import { readHour, writeHour } from '../kits/airac-hour.ts';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';
import { useStores } from '../shell/state/registry.tsx';
import { settingsSlice, useSettings } from '../shell/state/settings-store.ts';
import { settingsWords } from './words.ts';

const words = settingsWords.app;

/** How the app behaves on this computer: each choice is kept at once; what administrators have set is shown so. */
export function AppSettings() {
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

  async function change(patch: LibraryPatch) {
    setBusy(true);
    const taken = await store.getState().change(patch);
    setFailure(taken ? null : asUiFailure(store.getState().failure));
    setBusy(false);
  }
  const locked = (name: SettingName) => managed.includes(name);

  return (
    <div className="app-settings" aria-busy={busy}>
      {failure ? <Notice tone="danger">{words.failed(failure.message)}</Notice> : null}
      <Switch
        label={words.switches.notify[0]}
        hint={words.switches.notify[1]}
        on={values.notify}
        managed={locked('notify')}
        onChange={(notify) => void change({ notify })}
      />
      <Switch
        label={words.switches.cockpit[0]}
        hint={words.switches.cockpit[1]}
        on={values.cockpit}
        managed={locked('cockpit')}
        onChange={(cockpit) => void change({ cockpit })}
      />
      <div className="app-settings__choices">
        <Choice
          label={words.theme}
          options={words.themes}
          value={values.theme}
          managed={locked('theme')}
          onChange={(theme) => void change({ theme })}
        />
        <Choice
          label={words.contrast}
          options={words.contrasts}
          value={values.contrast}
          managed={locked('contrast')}
          onChange={(contrast) => void change({ contrast })}
        />
        <Choice
          label={words.localHours}
          hint={words.localHoursHint}
          options={words.hours}
          value={values.local_hours}
          managed={locked('local_hours')}
          onChange={(local_hours) => void change({ local_hours })}
        />
        <AiracHour
          minutes={values.airac_minutes}
          managed={locked('airac_minutes')}
          onChange={(airac_minutes) => void change({ airac_minutes })}
        />
        <WholeNumber
          words={words.numbers.ready_hours}
          bounds={settingBounds.ready_hours}
          value={values.ready_hours}
          managed={locked('ready_hours')}
          onChange={(ready_hours) => void change({ ready_hours })}
        />
      </div>
    </div>
  );
}

function AiracHour({
  minutes,
  ...rest
}: {
  minutes: number;
  managed: boolean;
  onChange(minutes: number): void;
}) {
  const { airac: label, airacHint: hint, badAirac: bad } = words;
  return <Typed {...rest} words={{ label, hint, bad }} value={minutes} read={readHour} write={writeHour} />;
}
