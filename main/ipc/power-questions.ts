/**
 * Questions before a page's word counts: whom a certificate is shown to, who gets flights and tokens, and what takes away what
 * people have here.
 */
import { utcMinute } from '../common/text.ts';
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

/** The end of the title of the dialog in which a certificate file is chosen: `for Demo Air (login.example)`. */
export function whoseIdentity({ name, auth_url }: ServiceProfile): string {
  return `for ${name} (${new URL(auth_url).host})`;
}
