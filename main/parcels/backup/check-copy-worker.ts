/** A worker thread that checks the copy of a database. copy-checker.ts sets the limits. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { checkResult, versionOf } from '../../store/sqlite-connection.ts';

/** The worker receives the path of a copy; it answers with the copy's content, or what is wrong with it. */
export type CopyAnswer = { version: number; rows: Record<string, number> } | { wrong: string };

function check(file: string): CopyAnswer {
  // The copy's header says that there is a log beside it; from here on it is one file.
  const whole = new DatabaseSync(file);
  try {
    whole.exec('PRAGMA journal_mode = DELETE;');
  } finally {
    whole.close();
  }
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const result = checkResult(copy, 'integrity_check');
    if (result !== 'ok') return { wrong: result };
    const tables = copy
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all();
    const rows = tables.map(({ name }): [string, number] => {
      const count = copy.prepare(`SELECT count(*) AS n FROM "${String(name).replaceAll('"', '""')}"`).get();
      return [String(name), Number(count?.n)];
    });
    return { version: versionOf(copy), rows: Object.fromEntries(rows) };
  } finally {
    copy.close();
  }
}

parentPort?.on('message', (file: string) => {
  try {
    parentPort?.postMessage(check(file));
  } catch (error) {
    parentPort?.postMessage({ wrong: error instanceof Error ? error.message : String(error) });
  }
});
parentPort?.postMessage('ready');
