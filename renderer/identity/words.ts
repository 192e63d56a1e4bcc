/** Words about certificates of this computer: its store, and the cards in it. */

export const computerWords = {
  choose: 'Choose a certificate of this computer…',
  chooseOther: 'Choose another certificate of this computer…',
  intro: 'Or a certificate in this computer’s store or on a card: its key stays there.',
  introOnly: 'A certificate in this computer’s store or on a card: its key stays there.',
  filesOnly: 'Your administrators allow certificates from files only.',
  computerOnly: 'Your administrators allow this computer’s own certificates only.',
  inStore:
    'In this computer’s store or on a card, where its key stays: insert the card when kits are requested or fetched. If it has a PIN, your system asks for it.',
  listing: 'Asking the sign-in server which certificates it takes…',
  listingHint: 'Insert your card. If it has a PIN, your system asks for it.',
  stop: 'Stop',
  legend: 'Certificates of this computer that the sign-in server takes',
  noneUsable: 'None of these can be used. Insert another card and list again, or ask your airline’s IT.',
  issuedBy: (issuer: string) => `issued by ${issuer}`,
  usage: (names: string) => `for ${names}`,
  use: 'Use this certificate',
  again: 'List again',
  notAllowed: 'This certificate isn’t allowed',
  remove: 'Forget this certificate',
  removeTitle: 'Forget this certificate?',
  removeText: (subject: string) =>
    `${subject}: this app no longer uses it. It stays in this computer’s store or on its card, and can be chosen again. Kits that are here stay readable.`,
  replace: 'The certificate that is in use stays until another one is chosen.',
};
