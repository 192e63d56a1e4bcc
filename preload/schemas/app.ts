/** Schemas of the domains `app` and `settings`. */
import { z } from 'zod';
import { keepDays } from './kit.ts';

export const appInfo = z.object({
  version: z.string(),
  /** Which window host runs the app: real Electron, or the Chromium window host of test/host. */
  host: z.enum(['electron', 'chromium']),
  platform: z.string(),
});
export type AppInfo = z.infer<typeof appInfo>;

/** Something that the app has to say by itself, until a person has seen it. */
export const notice = z.object({
  id: z.string().min(1).max(200),
  severity: z.enum(['info', 'warning', 'error']),
  /** What happened and what to do next. */
  message: z.string(),
});
export type Notice = z.infer<typeof notice>;

/** What the app remembers of a person's choices. Holds no secret. */
export const settings = z.strictObject({
  /** Day, night, or as the operating system has it. */
  theme: z.enum(['system', 'day', 'night']),
  keep_days_after_departure: keepDays,
});
export type Settings = z.infer<typeof settings>;
export type SettingName = keyof Settings;
/** The changes that a person makes; what is absent stays as it is. */
export const settingsPatch = settings.partial();
export type SettingsPatch = z.infer<typeof settingsPatch>;

/** The settings in force; those in `managed` are set for this computer by its administrators and can't be changed. */
export const settingsState = z.object({
  values: settings,
  managed: z.array(z.enum(['theme', 'keep_days_after_departure'])),
  /** Whether people may add profiles of their own; only administrators can forbid it. */
  allow_other_profiles: z.boolean(),
});
export type SettingsState = z.infer<typeof settingsState>;
