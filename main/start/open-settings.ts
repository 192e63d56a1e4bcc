import type { NoticeBoard } from '../app/notices.ts';
import type { Restores } from '../app/restores.ts';
import { tellSettings } from '../app/start-notices.ts';
import type { Log } from '../common/log.ts';
import { type AppSettings, openSettings, type SettingsOptions } from '../electron/settings.ts';
import { SETTINGS_FILE } from '../library/backup/copied.ts';

export interface SettingsDeps extends Pick<SettingsOptions, 'managed' | 'allow_other_profiles'> {
  restores: Restores;
  notices: Pick<NoticeBoard, 'add'>;
  log: Log;
}

/** The person's settings, with what is restored of them; damage is told. */
export async function openOwnSettings(
  folder: string,
  { restores, notices, log, ...options }: SettingsDeps,
): Promise<{ settings: AppSettings; restoredSettings: number }> {
  let damage: string | null = restores.isMissing(SETTINGS_FILE) ? MISSING : null;
  let lost = damage !== null;
  const onDamage = (message: string, isLost: boolean) => {
    damage ??= message;
    lost ||= isLost;
  };
  const settings = openSettings(folder, { ...options, onDamage });
  if (lost) await restores.found(SETTINGS_FILE);
  // Settings that are whole are newer than any copy.
  const restoring = Object.hasOwn(restores.damaged(), SETTINGS_FILE) ? restores.restoring : null;
  const back = (await restoring?.json(SETTINGS_FILE, (content) => settings.restore(content))) ?? null;
  if (back === null) tellSettings(damage, await restores.offerOf(SETTINGS_FILE), notices, log);
  else restores.settle([SETTINGS_FILE]);
  return { settings, restoredSettings: back ?? 0 };
}

const MISSING = 'Your settings were missing on this laptop and start over.';
