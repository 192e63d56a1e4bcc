/** The modules of a desk, which are loaded only when folders are watched. */
export { patienceOf } from './arrivals.ts';
export { Desk } from './desk.ts';
export { tellersOf } from './outbox.ts';
