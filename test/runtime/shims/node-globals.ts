/** What modules of the app name at their start and Node 20.18 has not. First in the main process and in its threads. */
import './javascript.js';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { shim } from './marker.ts';

shim('tripkit-shim:node-globals');
const require = createRequire(import.meta.url);

// undici 8 marks its classes with it; structuredClone alone would notice.
const threads = require('node:worker_threads') as { markAsUncloneable?: (value: object) => void };
threads.markAsUncloneable ??= () => {};

// undici 8 names zstd (Node 22.15); no server of the tests sends it.
const zlib = require('node:zlib') as Record<string, unknown>;
for (const name of ['createZstdDecompress', 'createZstdCompress', 'zstdDecompressSync', 'zstdCompressSync'])
  zlib[name] ??= () => {
    throw new Error(`Node 20 has no ${name}.`);
  };
syncBuiltinESMExports();
