/**
 * `node.exe hold.cjs FILE HOW READY RELEASE`: has a file open until RELEASE is there, as another program of Windows would: `alone`, or
 * `shared` for reading, writing and removing. Creates READY when it has it.
 */
const fs = require('node:fs');

const [file = '', how, ready = '', release = ''] = process.argv.slice(2);
/** Of libuv for Windows (UV_FS_O_EXLOCK): shares the file with nobody. */
const ALONE = 0x10000000;

const held = fs.openSync(file, fs.constants.O_RDONLY | (how === 'alone' ? ALONE : 0));
fs.writeFileSync(ready, '');
const timer = setInterval(() => {
  if (!fs.existsSync(release)) return;
  clearInterval(timer);
  fs.closeSync(held);
}, 20);
