import { quoted } from '../common/text.ts';
import type { Question } from '../host/file-dialogs.ts';
import type { ReceiptsOf, ServiceProfile, ShelfProfile } from './profile.ts';

/** The servers of a profile by their purpose, one per line: everything that a person can check against their papers. */
function servers({ auth_url, base_url, storage, trust, shelf }: ServiceProfile): string[] {
  const whose =
    trust.auth === 'system' ? 'a public certificate authority' : 'the certificate authority in the profile';
  return [
    `Your certificate is shown to: ${new URL(auth_url).host}, vouched for by ${whose}`,
    `Your flights and its token go to: ${new URL(base_url).host}`,
    ...(storage.insecure_hosts.length > 0
      ? [`Documents may come unprotected from: ${storage.insecure_hosts.join(', ')}`]
      : []),
    ...(shelf === null ? [] : [`Kits may also come from the shelf: ${whereShelf(shelf.place)}`]),
    ...(shelf === null || shelf.receipts === 'none' ? [] : [receiptLine(shelf.receipts)]),
  ];
}

/** What the person agrees to have written on the shelf. */
function receiptLine(receipts: Exclude<ReceiptsOf, 'none'>): string {
  const names = receipts === 'person' ? 'its name, your user name' : 'its name';
  return `This laptop writes there, for all who may read the shelf: ${names}, which kits it has, when they were opened and acknowledged, and when it last read the shelf`;
}

/** The place of a shelf, in a sentence: a folder, or a host. */
export function whereShelf(place: ShelfProfile['place']): string {
  if ('folder' in place) return quoted(place.folder);
  if ('webdav' in place) return new URL(place.webdav).host;
  return `${new URL(place.s3.endpoint).host}, bucket ${quoted(place.s3.bucket)}`;
}

const VERBS = {
  add: ['Add', 'Add it only if your airline gave it to you.'],
  replace: [
    'Replace',
    'It is another version of the profile that is here, with the same servers. Replace it only if your airline gave it to you.',
  ],
  use: ['Use', 'Use it only if these are the servers of your airline.'],
} as const;

/**
 * The question before a profile from the page is stored (dropped, from a link, or made from a preset), or before one is used
 * that is stored although nobody agreed to it here.
 */
export function profileQuestion(profile: ServiceProfile, verb: keyof typeof VERBS = 'add'): Question {
  const [name, company, code] = [profile.name, profile.company_name, profile.company_code].map((words) =>
    quoted(words),
  );
  const [Verb, why] = VERBS[verb];
  return {
    message: `${Verb} this service profile?`,
    detail: [...servers(profile), '', why, `It calls itself ${name} of ${company} (${code}).`].join('\n'),
    yes: `${Verb} profile`,
  };
}

/** The end of the title of the dialog for a certificate file: `for login.example, “Demo Air”`. */
export function whoseIdentity({ name, auth_url }: ServiceProfile): string {
  return `for ${new URL(auth_url).host}, ${quoted(name)}`;
}
