export { aKit } from '../kits.ts';
