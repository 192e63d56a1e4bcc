/** The environment in which Node keeps compiled modules: each process and thread that tests start from source would strip and compile them again. */
import { join } from 'node:path';

/** Half to three quarters of what such a start takes of the processor. Node names entries by content, so none is ever out of date. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../dist/compile-cache') };
