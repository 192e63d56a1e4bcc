/** Schemas of the domain `app`. */
import { z } from 'zod';
import { kitId } from './common.ts';
import { setupPlace } from './setup.ts';

export const appInfo = z.object({
  version: z.string(),
  /** Which window host runs the app: real Electron, or the Chromium window host of test/host. */
  host: z.enum(['electron', 'chromium']),
  platform: z.string(),
  /** The version that ran before this one; null where there was none. It may be a newer one. */
  before: z.string().max(100).nullable(),
});
export type AppInfo = z.infer<typeof appInfo>;

/** The parts of a diagnostics file that a person may leave out. */
export const diagnosticsPart = z.enum(['profiles', 'kits', 'crashes', 'log']);
export type DiagnosticsPart = z.infer<typeof diagnosticsPart>;

/** A diagnostics file, as it would be saved: the texts of its sections one after another. */
export const diagnosticsPreview = z.object({
  /** Stands for what is shown until it is dropped. */
  id: z.uuid(),
  sections: z.array(
    z.object({
      part: z.enum(['about', ...diagnosticsPart.options]),
      text: z.string(),
      /** What stands there instead where the part is left out. */
      left_out: z.string(),
    }),
  ),
});
export type DiagnosticsPreview = z.infer<typeof diagnosticsPreview>;

/** What the system's Kit menu asks for: of the kit that is selected in the list, or open in the viewer. */
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
  'standing_orders',
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

/** Those of them that lead to a screen of the library's window, whichever window they are asked for in. */
export const libraryCommand = appCommand.extract([
  'new_request',
  'many_flights',
  'standing_orders',
  'track',
  'activity_record',
  'library',
  'settings',
  'managed_settings',
  'guides',
  'whats_new',
]);
export type LibraryCommand = z.infer<typeof libraryCommand>;

/** A message of the app, shown until a person has seen it. */
export const notice = z.object({
  id: z.string().min(1).max(200),
  severity: z.enum(['info', 'warning', 'error']),
  /** What happened and what to do next. */
  message: z.string(),
  /** The kit that it is about, and what is offered with it. */
  kit: z.object({ kit_id: kitId, offer: z.array(z.enum(['open', 'copy'])) }).optional(),
  /** Offers to restore a backup copy. */
  restore: z.boolean().optional(),
  /** Offers the page of managed settings. */
  managed: z.boolean().optional(),
  /** Offers to open the window of set-up there. */
  setup: setupPlace.optional(),
});
export type Notice = z.infer<typeof notice>;

/** What has waited so far in cockpit mode. */
export const meanwhile = z.object({
  /** What happened, in a sentence; null where nothing did. */
  summary: z.string().nullable(),
  /** The notices that wait to be shown, in their words. */
  messages: z.array(z.string()),
});
export type Meanwhile = z.infer<typeof meanwhile>;
