/** Schemas of the domain `app`. */
import { z } from 'zod';
import { kitId } from './common.ts';
import { setupPlace } from './setup.ts';

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
  'activity_record',
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
  /** Offers to open the window of set-up there. */
  setup: setupPlace.optional(),
});
export type Notice = z.infer<typeof notice>;
