/** Before any schema is made: zod would try whether it may compile code, and the page's policy tells of that on the console. */
import { config } from 'zod';

config({ jitless: true });
