/** What the header of an open kit says about its document. */
export const trust = {
  label: 'About this document',
  page: (page: number, count: number) => `Page ${page} of ${count}`,
  generated: (when: string) => `Generated ${when}`,
  received: (when: string) => `Received ${when}`,
  airac: (cycle: string) => `AIRAC ${cycle}`,
  airacOther: (cycle: string, flight: string) => `AIRAC ${cycle}, the flight is in ${flight}`,
  airacTitle: (cycle: string, from: string, to: string) =>
    `Cycle ${cycle} was in effect when this kit was generated: ${from} to ${to}.`,
  airacOtherTitle: (cycle: string, flight: string, from: string) =>
    `This kit was generated in cycle ${cycle}. The flight departs in cycle ${flight}, in effect from ${from}. Request a new kit once ${flight} is in effect, or compare with another source.`,
  onLaptop: 'On this laptop',
  notOnLaptop: 'Not on this laptop any more',
  checking: 'On this laptop, checking…',
  checkingTitle: 'The whole file is being read and compared with what was verified after the download.',
  verifiedNow: 'On this laptop, verified now',
  verifiedAt: (when: string) => `Verified ${when}. Every byte is as it was after the download.`,
  unchecked: 'On this laptop, not checked',
  altered: 'Changed since its download',
  alertTitle: 'This document is not what was downloaded',
  checkAgain: 'Check again',
  closeKit: 'Close this kit',
} as const;
