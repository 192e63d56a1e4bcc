import type { DomainCalls } from '../host/call-map.ts';
import type { Confirm, Question } from '../host/file-dialogs.ts';
import type { AppSettings } from '../settings/settings.ts';
import { refuseManaged } from '../settings/settings-calls.ts';
import type { LibraryRetention } from './library-retention.ts';

export interface RetentionCallsDeps {
  retention: Pick<LibraryRetention, 'preview' | 'apply'>;
  settings: Pick<AppSettings, 'state' | 'change'>;
  confirm: Confirm;
}

/**
 * Calls of the domain `retention`. A rule that removes kits sooner needs a person's answer in a system dialog: the page
 * alone could empty the library with it.
 */
export function retentionCalls({
  retention,
  settings,
  confirm,
}: RetentionCallsDeps): DomainCalls<'retention'> {
  return {
    preview: (keep_days) => retention.preview(keep_days),
    async apply(keep_days) {
      refuseManaged(settings, ['keep_days_after_departure']);
      const now = settings.state().values.keep_days_after_departure;
      const { length } = retention.preview(keep_days).remove;
      if (keep_days !== null && (length > 0 || now === null || keep_days < now)) {
        if (!(await confirm(retentionQuestion(keep_days, length)))) return null;
      }
      // Save first: nothing is removed by a rule that could not be saved.
      settings.change({ keep_days_after_departure: keep_days });
      return retention.apply(keep_days);
    },
  };
}

/** The question before a rule that removes kits sooner is saved. @param count of kits that would be removed now */
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
