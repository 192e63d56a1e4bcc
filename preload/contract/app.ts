/** The app itself: what it is, its notices, the menus and links of the system. */
import { z } from 'zod';
import { call } from './call.ts';
import { kitId, wantedKit } from './common.ts';
import { setupPlace } from './setup.ts';

export const appInfo = z.object({
  version: z.string(),
  /** Which window host runs the app: real Electron, or the Chromium window host of test/host. */
  host: z.enum(['electron', 'chromium']),
  platform: z.string(),
  /** The version that ran before this one, perhaps a newer one; null if there was none. */
  before: z.string().max(100).nullable(),
});

export type AppInfo = z.infer<typeof appInfo>;

/** The commands of the system's Kit menu, for the kit that is selected in the list or open in the viewer. */
export const kitCommand = z.enum([
  'kit_open',
  'kit_open_window',
  'kit_save_copy',
  'kit_print',
  'kit_hand_over',
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
  'planned_kits',
  'track',
  'activity_record',
  'hand_over',
  'library',
  'search',
  'settings',
  'managed_settings',
  'help',
  'guides',
  'whats_new',
  'shortcuts',
  'diagnostics',
  'theme_system',
  'theme_day',
  'theme_night',
  'cockpit_on',
  'cockpit_off',
]);

export type AppCommand = z.infer<typeof appCommand>;

/** The commands that lead to a screen of the library's window, from any window. */
export const libraryCommand = appCommand.extract([
  'new_request',
  'many_flights',
  'track',
  'activity_record',
  'library',
  'settings',
  'managed_settings',
  'guides',
  'whats_new',
]);

export type LibraryCommand = z.infer<typeof libraryCommand>;

/** A message of the app, shown until a person dismisses it. */
export const notice = z.object({
  id: z.string().min(1).max(200),
  severity: z.enum(['info', 'warning', 'error']),
  /** What happened and what to do next. */
  message: z.string(),
  /** The kit that the message is about, and the actions offered with it. */
  kit: z.object({ kit_id: kitId, offer: z.array(z.enum(['open', 'copy'])) }).optional(),
  /** Offers to restore a backup copy. */
  restore: z.boolean().optional(),
  /** Offers the page of managed settings. */
  managed: z.boolean().optional(),
  /** Offers to open the window of set-up there. */
  setup: setupPlace.optional(),
});

export type Notice = z.infer<typeof notice>;

export const appCalls = {
  info: call([], appInfo),
  /** The notices since the app's start, the most serious first; also sent as the event `app.notices`. */
  notices: call([], z.array(notice)),
  dismissNotice: call([z.string().max(200)], z.null()),
  /** Free bytes on the disk that holds the kits; null if the system does not say. */
  freeSpace: call([], z.number().nullable()),
  /** The window is ready for commands; those that came before are sent at once. */
  listening: call([], z.null()),
  /** Sets what the system's Kit menu offers; empty if no single kit is selected or open. */
  kitCommands: call([z.array(kitCommand).max(20)], z.null()),
} as const;

export const appEvents = {
  /** All notices, as `app.notices` answers, whenever they change. */
  notices: z.array(notice),
  /** A person chose this command in a menu of the system. */
  command: appCommand,
  /** A person wants to see this kit, which is in the list, from a notification or a link. */
  openKit: wantedKit,
} as const;
