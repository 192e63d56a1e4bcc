/** The preload script of the window of set-up: its contract as `window.tripkitSetup`. */
import { expose } from './expose.ts';
import { SETUP_PREFIX, setupCalls, setupEvents } from './setup-contract.ts';

expose('tripkitSetup', setupCalls, setupEvents, SETUP_PREFIX);
