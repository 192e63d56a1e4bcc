/** Schemas of the domains `app` and `settings`. */
import { z } from 'zod';
import { kitId } from './common.ts';
import { keepDays } from './kit.ts';

export const appInfo = z.object({
  version: z.string(),
  /** Which window host runs the app: real Electron, or the Chromium window host of test/host. */
  host: z.enum(['electron', 'chromium']),
  platform: z.string(),
});
export type AppInfo = z.infer<typeof appInfo>;

/** What the system's Kit menu asks for: of the kit that is selected in the list, or open in the viewer. */
export const kitCommand = z.enum([
  'kit_open',
  'kit_save_copy',
  'kit_print',
  'kit_request_again',
  'kit_retry',
  'kit_cancel',
  'kit_pin',
  'kit_remove',
]);
export type KitCommand = z.infer<typeof kitCommand>;

/** What the menus of the system ask the window to do. */
export const appCommand = z.enum([
  ...kitCommand.options,
  'new_request',
  'many_flights',
  'standing_orders',
  'track',
  'library',
  'search',
  'settings',
  'help',
  'shortcuts',
  'diagnostics',
  'theme_system',
  'theme_day',
  'theme_night',
]);
export type AppCommand = z.infer<typeof appCommand>;

/** Something that the app has to say by itself, until a person has seen it. */
export const notice = z.object({
  id: z.string().min(1).max(200),
  severity: z.enum(['info', 'warning', 'error']),
  /** What happened and what to do next. */
  message: z.string(),
  /** The kit that it is about, and what is offered with it. */
  kit: z.object({ kit_id: kitId, offer: z.array(z.enum(['open', 'copy'])) }).optional(),
});
export type Notice = z.infer<typeof notice>;

/** What the app remembers of a person's choices. Holds no secret. */
export const settings = z.strictObject({
  /** Day, night, or as the operating system has it. */
  theme: z.enum(['system', 'day', 'night']),
  /** Stronger lines and inks than the operating system asks for. */
  contrast: z.enum(['system', 'more']),
  /** How local times are written; UTC is always in 24 hours. */
  local_hours: z.enum(['24', '12']),
  /** Minutes after 00:00 UTC of its date at which an AIRAC cycle takes effect (541 in the US). */
  airac_minutes: z.number().int().min(0).max(1439),
  keep_days_after_departure: keepDays,
  /** The system tells when a kit is ready or needs a person while the window is not in front. */
  notify: z.boolean(),
  /** Closing the window leaves the app running (tray): kits and standing orders go on. */
  keep_running: z.boolean(),
  /** Starts with the person's session, without a window. */
  open_at_login: z.boolean(),
});
export type Settings = z.infer<typeof settings>;
export type SettingName = keyof Settings;
/** What holds where nothing was chosen. */
export const defaultSettings: Settings = {
  theme: 'system',
  contrast: 'system',
  local_hours: '24',
  airac_minutes: 0,
  keep_days_after_departure: null,
  notify: true,
  keep_running: false,
  open_at_login: false,
};
/** The changes that a person makes; what is absent stays as it is. */
export const settingsPatch = settings.partial();
export type SettingsPatch = z.infer<typeof settingsPatch>;

/** The settings in force; those in `managed` are set for this computer by its administrators and can't be changed. */
export const settingsState = z.object({
  values: settings,
  managed: z.array(settings.keyof()),
  /** Whether people may add profiles of their own; only administrators can forbid it. */
  allow_other_profiles: z.boolean(),
});
export type SettingsState = z.infer<typeof settingsState>;
