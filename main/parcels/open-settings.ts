import type { Log } from '../common/log.ts';
import type { NoticeBoard } from '../host/notices.ts';
import { type AppSettings, openSettings, type SettingsOptions } from '../settings/settings.ts';
import { SETTINGS_FILE } from './backup/backup-set.ts';
import type { Restores } from './backup/restores.ts';
import type { IncomingHandOver } from './hand-over/incoming-hand-over.ts';
import { tellSettings } from './tell-damage.ts';

export interface SettingsDeps
  extends Pick<SettingsOptions, 'managed' | 'allow_other_profiles' | 'forbidden'> {
  restores: Restores;
  /** A hand-over file that is brought in at this start. */
  incoming: Pick<IncomingHandOver, 'settings'> | null;
  notices: Pick<NoticeBoard, 'add'>;
  log: Log;
}

/** The person's settings; lost ones are restored from their newest copy, and that is reported. */
export async function openOwnSettings(
  folder: string,
  { restores, incoming, notices, log, ...options }: SettingsDeps,
): Promise<{ settings: AppSettings; receivedSettings: number }> {
  let damage: string | null = null;
  const onDamage = (message: string, isLost: boolean) => {
    damage ??= message;
    if (isLost) restores.lost(SETTINGS_FILE);
  };
  if (restores.isMissing(SETTINGS_FILE)) onDamage(MISSING, true);
  const settings = openSettings(folder, { ...options, onDamage });
  const restored = await restores.settings((content) => settings.restore(content));
  tellSettings(damage, restored?.made_at ?? null, notices, log);
  return { settings, receivedSettings: await receive(settings, incoming, log) };
}

/** Adopts the settings of a hand-over file; without them the rest is still brought in. */
async function receive(settings: AppSettings, incoming: SettingsDeps['incoming'], log: Log): Promise<number> {
  try {
    const came = await incoming?.settings();
    return came ? settings.receive(came.content, { profile: came.profile }) : 0;
  } catch (error) {
    log.warn(`The settings of a hand-over file could not be taken up: ${String(error)}`);
    return 0;
  }
}

const MISSING = 'Your settings were missing on this laptop.';
