/** The preload script of the library's window: the contract as `window.tripkit`. */
import { calls, events } from './contract.ts';
import { expose } from './expose.ts';

expose('tripkit', calls, events);
