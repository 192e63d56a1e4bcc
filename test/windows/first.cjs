// @ts-check
/**
 * Required first in each process and thread of Node under Wine: what Debian's Wine 8 lacks of Windows. test/runtime/shims/javascript.js,
 * what its Node 22 lacks of Node 24, stands in front of it (command-bundle.ts).
 */
const net = require('node:net');
const promises = require('node:fs/promises');
const { syncBuiltinESMExports } = require('node:module');

// Wine refuses to connect a socket whose keep-alive was set before.
const setKeepAlive = net.Socket.prototype.setKeepAlive;
net.Socket.prototype.setKeepAlive = function setOnceConnected(...args) {
  if (this.connecting) return this.once('connect', () => setKeepAlive.apply(this, args));
  return setKeepAlive.apply(this, args);
};

// Wine has no names of the kernel's objects, by which main/policies/managed-file.ts asks for the folder of Windows.
const realpath = promises.realpath;
Object.assign(promises, {
  realpath: (/** @type {string} */ path, /** @type {never[]} */ ...rest) =>
    realpath(path === '\\\\?\\GLOBALROOT\\SystemRoot' ? 'C:\\windows' : path, ...rest),
});
syncBuiltinESMExports();
