/** What a desk is made of, for those who load it when it is needed. */
export { patienceOf } from './arrivals.ts';
export { Desk } from './desk.ts';
export { runCommand } from './run-command.ts';
