/** A desk that works alone: trip files that arrive in a folder are requested, kits are delivered into another. */
import { z } from 'zod';
import { call } from './call.ts';
import { profileId } from './common.ts';

const folder = z.string().min(1).max(4096);

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';

const LABEL = '[A-Za-z](?:[A-Za-z0-9]{0,20}[A-Za-z0-9])?(?:-[A-Za-z0-9]{1,20}){0,4}';

const HOST = `(?:${LABEL}(?:[.]${LABEL}){0,5}|(?:${OCTET}[.]){3}${OCTET})`;

/** An address of https, without a name and password in it: events are posted there. */
export const webhookUrl = z
  .string()
  .regex(
    new RegExp(`^https://${HOST}(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}))?(?:/[A-Za-z0-9/._~?=&%+-]{0,1000})?$`),
  );

const TEXT = '[A-Za-z0-9._ -]{0,20}';

const FIELD =
  '[{](?:departure(?::(?:yyyy|yy|MM|dd|HH|mm|[-_.]){1,12})?|flight|origin|destination|tripkit_id)[}]';

/** A template of delivery-name.ts, in other words: what this takes, that takes too. */
const TEMPLATE = new RegExp(`^${TEXT}(?:${FIELD}${TEXT}){1,8}[.]pdf$`);

export const watchedFolders = z.strictObject({
  /** The profile that requests them. */
  profile: profileId,
  /** Where trip files arrive, absolute. */
  in: folder,
  /** Where kits are delivered, absolute. */
  out: folder,
  /** The template of a delivered file's name (delivery-name.ts). */
  name: z.string().regex(TEMPLATE),
  /** A program, absolute, and its arguments: run without a shell for each event. Null: none. */
  command: z.array(z.string().max(4096)).min(1).max(20).nullable().default(null),
  /** Where each event is posted; its secret is sealed elsewhere. Null: nowhere. */
  webhook: webhookUrl.nullable().default(null),
});

export type WatchedFolders = z.infer<typeof watchedFolders>;

/** What the page of set-up gives when folders are to be watched: all but the places, which are chosen in the system's dialogs. */
export const watchInput = z.strictObject({
  profile: profileId,
  name: watchedFolders.shape.name,
  webhook: webhookUrl.nullable(),
  /** What calls of the webhook are signed with; null: the one that is kept. Never answered. */
  secret: z.string().min(16).max(500).nullable(),
});

export type WatchInput = z.infer<typeof watchInput>;

/** What goes on in watched folders. */
export const watchProgress = z.object({
  /** What stands in the way, in sentences. */
  problems: z.array(z.string()),
  /** Trips that are waited for, and kits delivered since the app started. */
  under_way: z.number(),
  delivered: z.number(),
});

export type WatchProgress = z.infer<typeof watchProgress>;

/** How a desk that works alone stands, for the page of set-up. */
export const watchState = watchProgress.extend({
  /** What holds; null: nothing is watched. */
  folders: watchedFolders.nullable(),
  /** Set for this computer by its administrators. */
  managed: z.boolean(),
  /** What was chosen in the system's dialogs and is not in force yet. */
  chosen: z.object({ in: z.string().nullable(), out: z.string().nullable(), command: z.string().nullable() }),
  /** Whether a secret for the webhook is kept. */
  secret: z.boolean(),
});

export type WatchState = z.infer<typeof watchState>;

export const watchCalls = {
  /** What goes on is sent as the event `watch.changed`. */
  state: call([], watchState),
  /** Asks the person for a folder; what is chosen is in force after `begin`. Null when they changed their mind, as below. */
  chooseFolder: call([z.enum(['in', 'out'])], watchState.nullable()),
  /** The same for the program that is run on each event. */
  chooseCommand: call([], watchState.nullable()),
  /** No program is run. */
  forgetCommand: call([], watchState),
  /** Watches the folders that were chosen, once the person has said yes in a dialog of the system's. Refused where it is managed. */
  begin: call([watchInput], watchState.nullable()),
  /** Watches no more; what was requested stays in the list. */
  end: call([], watchState),
} as const;

export const watchEvents = {
  changed: watchProgress,
} as const;
