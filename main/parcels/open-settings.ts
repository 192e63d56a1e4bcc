import type { Log } from '../common/log.ts';
import type { NoticeBoard } from '../host/notices.ts';
import { type AppSettings, openSettings, type SettingsOptions } from '../settings/settings.ts';
import { SETTINGS_FILE } from './backup/copied.ts';
import type { Restores } from './backup/restores.ts';
import type { IncomingHandOver } from './hand-over/hand-over-in.ts';
import { tellSettings } from './tell-damage.ts';

export interface SettingsDeps
  extends Pick<SettingsOptions, 'managed' | 'allow_other_profiles' | 'forbidden'> {
  restores: Restores;
  /** A hand-over file that is brought in at this start. */
  incoming: Pick<IncomingHandOver, 'settings'> | null;
  notices: Pick<NoticeBoard, 'add'>;
  log: Log;
}

/** The person's settings, with what is restored of them; damage is told. */
export async function openOwnSettings(
  folder: string,
  { restores, incoming, notices, log, ...options }: SettingsDeps,
): Promise<{ settings: AppSettings; restoredSettings: number; receivedSettings: number }> {
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
  return { settings, restoredSettings: back ?? 0, receivedSettings: await receive(settings, incoming, log) };
}

/** Takes the settings of a hand-over file up; without them the rest of it is brought in all the same. */
async function receive(settings: AppSettings, incoming: SettingsDeps['incoming'], log: Log): Promise<number> {
  try {
    const came = await incoming?.settings();
    return came ? settings.receive(came.content, { profile: came.profile }) : 0;
  } catch (error) {
    log.warn(`The settings of a hand-over file could not be taken up: ${String(error)}`);
    return 0;
  }
}

const MISSING = 'Your settings were missing on this laptop and start over.';
