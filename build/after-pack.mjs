/** electron-builder's `afterPack` hook: the last fuse, then the same times and modes on every computer. */
import setFuse from './last-fuse.mjs';
import { afterPack as settleFiles } from './same-bytes.ts';

/** @param {Parameters<typeof setFuse>[0]} context */
export default async function afterPack(context) {
  await setFuse(context);
  settleFiles(context);
}
