/**
 * Questions before a page's word counts: whom a certificate is shown to, who gets flights and tokens, and what takes away what
 * people have here.
 */

import type { WatchedFolders } from '../../preload/contract/desk.ts';
import { count, utcMinute } from '../common/text.ts';
import { madeBy } from '../parcels/hand-over/hand-over-folder.ts';
import type { Came } from '../parcels/hand-over/hand-over-take.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { Question } from './file-dialogs.ts';

/** Servers of a profile by what they get, a line each: the whole truth that a person can check against their papers. */
function servers({ auth_url, base_url, storage, trust }: ServiceProfile): string[] {
  const whose =
    trust.auth === 'system' ? 'a public certificate authority' : 'the certificate authority in the profile';
  return [
    `Your certificate is shown to: ${new URL(auth_url).host}, vouched for by ${whose}`,
    `Your flights and its token go to: ${new URL(base_url).host}`,
    ...(storage.insecure_hosts.length > 0
      ? [`Documents may come unprotected from: ${storage.insecure_hosts.join(', ')}`]
      : []),
  ];
}

/** Before a profile is stored that came by the page: dropped, from a link, or made from a preset. */
export function profileQuestion(profile: ServiceProfile): Question {
  const { name, company_name, company_code } = profile;
  return {
    message: `Add the service profile “${name}” of ${company_name} (${company_code})?`,
    detail: [...servers(profile), '', 'Add it only if your airline gave it to you.'].join('\n'),
    yes: 'Add profile',
  };
}

/** Before a rule is kept by which kits go sooner. @param count of kits that would go now */
export function retentionQuestion(keep_days: number, count: number): Question {
  const days = `${keep_days} ${keep_days === 1 ? 'day' : 'days'}`;
  const kits =
    count === 1
      ? '1 kit, its document and its marks are'
      : `${count} kits, their documents and their marks are`;
  const now =
    count === 0 ? 'No kit is removed now.' : `${kits} taken off this laptop now. This can’t be undone.`;
  return {
    message: `Keep kits for ${days} after departure, then remove them?`,
    detail: `${now} Kept, open and unfinished kits always stay; the activity record keeps what was done.`,
    yes: count === 0 ? 'Save' : 'Remove and save',
  };
}

/** Before a backup copy is restored. @param made_at when it was made, ms since 1970 UTC */
export function restoreQuestion(made_at: number): Question {
  return {
    message: `Restore the copy of ${utcMinute(made_at)}?`,
    detail:
      'The app restarts, and what is missing comes back from the copy. What is here now stays as it is. Marks and standing orders that were removed since the copy come back too.',
    yes: 'Restore and restart',
  };
}

/** Before folders are watched: who may write to one makes requests, and what is told leaves this computer. */
export function watchQuestion(profile: string, folders: WatchedFolders): Question {
  return {
    message: 'Request what arrives in this folder, without asking?',
    detail: [
      `Trip files: ${folders.in}`,
      `Kits are delivered to: ${folders.out}`,
      `Requested with: ${profile}`,
      ...(folders.command === null
        ? []
        : [`On each event this program is run: ${folders.command.join(' ')}`]),
      ...(folders.webhook === null
        ? []
        : [`Each event, with its flight, is posted to: ${new URL(folders.webhook).host}`]),
      '',
      'Whoever can write to the first folder can have kits requested in your name.',
    ].join('\n'),
    yes: 'Watch folders',
  };
}

/** Settings of another computer that would be in force here. */
export interface HandedSettings {
  keep_days_after_departure?: number | null;
  keep_running?: boolean;
  open_at_login?: boolean;
  audit_months?: number;
}

/** What of them gives power, or removes kits, in words. */
function settingLines(settings: HandedSettings): string[] {
  const { keep_days_after_departure: days = null, keep_running, open_at_login, audit_months } = settings;
  const number = Object.keys(settings).length;
  return [
    ...(number > 0
      ? [`${count(number, 'setting')} that you have not changed here are as on the other laptop.`]
      : []),
    ...(days === null
      ? []
      : [`Kits are removed ${count(days, 'day')} after departure, those that are here too.`]),
    ...(keep_running ? ['The app keeps running when its window is closed.'] : []),
    ...(open_at_login ? ['The app starts with your session.'] : []),
    ...(audit_months === undefined
      ? []
      : [`The activity record is kept for ${count(audit_months, 'month')}.`]),
  ];
}

/** Before a hand-over file is brought in. */
export function handOverQuestion(
  { manifest, unknown, nameless, ...came }: Omit<Came, 'settings' | 'known'>,
  settings: HandedSettings,
): Question {
  const { kits, here, marks, acknowledgements, orders } = came;
  const already = here === 0 ? '' : `, ${here} of them already here`;
  const profiles = unknown.length + nameless.length;
  return {
    message: `Bring in ${count(kits, 'kit')}${already}?`,
    detail: [
      `From ${madeBy(manifest)}, made on ${utcMinute(Date.parse(manifest.made_at))}.`,
      `With ${count(marks, 'mark')}, ${count(acknowledgements, 'acknowledgement')} and ${count(orders, 'standing order')}. What is here now stays as it is.`,
      ...(orders > 0
        ? ['Cancel the standing orders on the other laptop, or both laptops request the kits.']
        : []),
      ...settingLines(settings),
      ...(profiles > 0
        ? [
            `${count(profiles, 'service profile')} of its kits ${profiles === 1 ? 'is' : 'are'} not on this laptop: the kits can be read, not downloaded again.`,
          ]
        : []),
      '',
      'The app restarts. Bring it in only if you know who made the file.',
    ].join('\n'),
    yes: 'Bring in and restart',
  };
}

/** The end of the title of the dialog in which a certificate file is chosen: `for Demo Air (login.example)`. */
export function whoseIdentity({ name, auth_url }: ServiceProfile): string {
  return `for ${name} (${new URL(auth_url).host})`;
}
