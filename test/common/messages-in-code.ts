/** The messages that the code can show, read from its syntax trees, and the orders that they give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

/** Verbs that begin an order of ours. */
export const VERBS =
  'Ask|Change|Check|Choose|Clear|Close|Connect|Copy|Correct|Decide|Do not|Don’t|Drag|Enter|Fill|Free|Give|Go|Import|Install|Look|Make|Move|Open|Paste|Quit|Remove|Rename|Renew|Request|Restart|Save|Select|Send|Sign in|Split|Start|Switch|Tell|Try|Type|Unlock|Update|Use|Wait|Write';
export const ORDER = new RegExp(`^(?:Then |Please |(?:To|If|Where|On) [^,]+, )?(?:${VERBS}|sign in)\\b`);

/** As much of a syntax tree as is read here. */
interface Node {
  type: string;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The texts of an expression, one for each way that it can go; `…` stands for what is not known here. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return ['…'];
  if (node.type === 'Literal') return [typeof node.value === 'string' ? node.value : '…'];
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node.type !== 'TemplateLiteral') return ['…'];
  const quasis = node.quasis as { value: { cooked: string } }[];
  const expressions = node.expressions as unknown[];
  return quasis.reduce<string[]>(
    (texts, { value }, index) => {
      const more = index < expressions.length ? textsOf(expressions[index]) : [''];
      return texts.flatMap((text) => more.map((next) => text + value.cooked + next)).slice(0, 64);
    },
    [''],
  );
}

/** Adds the sentences that a file can show to `found`; the log's are for support. */
function collect(node: unknown, found: string[]): void {
  if (Array.isArray(node)) for (const one of node) collect(one, found);
  if (!isNode(node) || node.type === 'ImportDeclaration') return;
  const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : null;
  if (isNode(callee?.object) && callee.object.name === 'log') return;
  if (node.type === 'Literal' || node.type === 'TemplateLiteral')
    found.push(...textsOf(node).filter((text) => / /.test(text) && /[.!?]$/.test(text.trim())));
  for (const name in node) if (typeof node[name] === 'object') collect(node[name], found);
}

/** Each file is taken apart once in a process: several tests ask. */
const known = new Map<string, readonly string[]>();

/** The same for a file below `root`, each as often as it is there. */
export function messagesOf(root: string, file: string): readonly string[] {
  const path = join(root, file);
  let found = known.get(path);
  if (!found) {
    const all: string[] = [];
    collect(parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }).body, all);
    known.set(path, all);
    found = all;
  }
  return found;
}
