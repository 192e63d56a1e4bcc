/** The headless command, with what it cost written to file descriptor 3: bench.ts starts it. */
import { readFileSync, writeSync } from 'node:fs';
import { runHeadless } from '../../main/command/headless-command.ts';
import { processIo } from '../../main/command/io.ts';

const started = performance.now();
const code = await runHeadless(process.argv.slice(2), processIo(new AbortController().signal));
const cost = { ms: performance.now() - started, max_rss_kib: highestResidentKib(), code };
writeSync(3, JSON.stringify(cost));
process.exitCode = code;

/** The highest resident memory of this process. Linux counts the parent's into ru_maxrss (getrusage(2)), VmHWM does not. */
function highestResidentKib(): number {
  try {
    const line = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'));
    if (line) return Number(line[1]);
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS;
}
