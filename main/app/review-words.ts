import type { Review } from '../library/personal/review-store.ts';

/** Pages that are named in one sentence. */
const MOST = 20;

/** What a person reviewed, or took back, in a sentence: how many pages, and which. */
export function reviewWords({
  pages,
  named,
  reviewed,
}: Pick<Review, 'pages' | 'named' | 'reviewed'>): string {
  const words = pages.slice(0, MOST).map(([old, new_], index) => {
    const page =
      new_ === null ? `page ${old} of the earlier kit, gone` : `page ${new_}${old === null ? ', new' : ''}`;
    const name = named[index];
    return name ? `${name} (${page})` : page;
  });
  const more = pages.length > MOST ? `; and ${pages.length - MOST} more` : '';
  const count = `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`;
  return `${reviewed ? 'Reviewed the changes of' : 'No longer reviewed: the changes of'} ${count}: ${words.join('; ')}${more}.`;
}
