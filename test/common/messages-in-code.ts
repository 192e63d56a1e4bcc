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

/** The sentences that a file can show; the log's are for support. */
function messagesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(messagesIn);
  if (!isNode(node) || node.type === 'ImportDeclaration') return [];
  const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : null;
  if (isNode(callee?.object) && callee.object.name === 'log') return [];
  const own = ['Literal', 'TemplateLiteral'].includes(node.type)
    ? textsOf(node).filter((text) => / /.test(text) && /[.!?]$/.test(text.trim()))
    : [];
  return [...own, ...Object.values(node).flatMap(messagesIn)];
}

/** The same for a file below `root`, each as often as it is there. */
export function messagesOf(root: string, file: string): string[] {
  return messagesIn(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }).body);
}
