/** The unattended desk: requests the trips of files that arrive in a folder, and delivers kits into another folder. */
import { z } from 'zod';
import { call } from './call.ts';
import { profileId } from './common.ts';

const folder = z.string().min(1).max(4096);

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';

const LABEL = '[A-Za-z](?:[A-Za-z0-9]{0,20}[A-Za-z0-9])?(?:-[A-Za-z0-9]{1,20}){0,4}';

const HOST = `(?:${LABEL}(?:[.]${LABEL}){0,5}|(?:${OCTET}[.]){3}${OCTET})`;

/** An https URL without a user name or password: events are posted there. */
const webhookUrl = z
  .string()
  .regex(
    new RegExp(`^https://${HOST}(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}))?(?:/[A-Za-z0-9/._~?=&%+-]{0,1000})?$`),
  );

const TEXT = '[A-Za-z0-9._ -]{0,20}';

const FIELD =
  '[{](?:departure(?::(?:yyyy|yy|MM|dd|HH|mm|[-_.]){1,12})?|flight|origin|destination|tripkit_id)[}]';

/** The template grammar of delivery-name.ts as a regular expression: it accepts nothing that delivery-name.ts refuses. */
const TEMPLATE = new RegExp(`^${TEXT}(?:${FIELD}${TEXT}){1,8}[.]pdf$`);

export const watchedFolders = z.strictObject({
  /** The profile that requests the trips. */
  profile: profileId,
  /** Where trip files arrive, absolute. */
  in: folder,
  /** Where kits are delivered, absolute. */
  out: folder,
  /** The template of a delivered file's name (delivery-name.ts). */
  name: z.string().regex(TEMPLATE),
  /** A program, absolute, and its arguments: run without a shell for each event. Null: no program. */
  command: z.array(z.string().max(4096)).min(1).max(20).nullable().default(null),
  /** The URL that each event is posted to; its secret is sealed elsewhere. Null: events are not posted. */
  webhook: webhookUrl.nullable().default(null),
  /** Whether each kit is put on the shelf of the profile, too. */
  shelf: z.boolean().default(false),
});

export type WatchedFolders = z.infer<typeof watchedFolders>;

/** What the set-up page sends to start watching: everything except the folders and the program, chosen in the system's dialogs. */
const watchInput = z.strictObject({
  profile: profileId,
  name: watchedFolders.shape.name,
  webhook: webhookUrl.nullable(),
  /** The secret that signs the webhook's calls; null: the stored one. Never part of an answer. */
  secret: z.string().min(16).max(500).nullable(),
  /** Whether each kit is put on the shelf of the profile, too. */
  shelf: z.boolean(),
});

export type WatchInput = z.infer<typeof watchInput>;

/** The progress of the watched folders. */
const watchProgress = z.object({
  /** What prevents the work, in sentences. */
  problems: z.array(z.string()),
  /** Trips in progress, and kits delivered since the app started. */
  under_way: z.number(),
  delivered: z.number(),
});

export type WatchProgress = z.infer<typeof watchProgress>;

/** The state of the unattended desk, for the set-up page. */
const watchState = watchProgress.extend({
  /** The settings in force; null: no folder is watched. */
  folders: watchedFolders.nullable(),
  /** Whether administrators set this for the computer. */
  managed: z.boolean(),
  /** What was chosen in the system's dialogs and is not in force yet. */
  chosen: z.object({ in: z.string().nullable(), out: z.string().nullable(), command: z.string().nullable() }),
  /** Whether a secret for the webhook is stored. */
  secret: z.boolean(),
});

export type WatchState = z.infer<typeof watchState>;

export const watchCalls = {
  /** Changes are sent as the event `watch.changed`. */
  state: call([], watchState),
  /** Asks the person for a folder; the choice takes effect with `begin`. Null if they cancelled, here and below. */
  chooseFolder: call([z.enum(['in', 'out'])], watchState.nullable()),
  /** Asks the person for the program to run on each event. */
  chooseCommand: call([], watchState.nullable()),
  /** Chooses to run no program. */
  forgetCommand: call([], watchState),
  /** Watches the chosen folders, once the person has confirmed it in a system dialog. Refused if managed. */
  begin: call([watchInput], watchState.nullable()),
  /** Stops watching; the requested kits stay in the list. */
  end: call([], watchState),
} as const;

export const watchEvents = {
  changed: watchProgress,
} as const;
