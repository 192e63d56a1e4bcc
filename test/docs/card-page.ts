/** The pilot's card as a page to print: the plain Markdown of docs/efb/pilots-card.md as HTML for two sheets of A4. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const STYLE = `
  @page { size: A4; margin: 11mm 12mm; }
  * { box-sizing: border-box; }
  body { margin: 0; font: 9.5pt/1.35 system-ui, "Noto Sans", "Liberation Sans", Arial, sans-serif; color: #15202b; }
  h1 { margin: 0 0 1mm; font-size: 17pt; }
  h2 { margin: 3mm 0 1.5mm; padding-top: 1.5mm; border-top: 0.4mm solid #0a58b0; font-size: 12pt; break-after: avoid; }
  p { margin: 0 0 1.5mm; }
  ol { margin: 0 0 1.5mm; padding-left: 5mm; }
  img { float: right; width: 88mm; margin: 0 0 2mm 4mm; border: 0.2mm solid #7b8896; }
  table { border-collapse: collapse; font-size: 9pt; }
  th, td { padding: 0.7mm 2mm; border: 0.2mm solid #d5dce4; text-align: left; vertical-align: top; }
  th:empty { padding: 0; }
  code { padding: 0 0.8mm; border: 0.2mm solid #7b8896; border-radius: 0.8mm; font: inherit; font-size: 8.5pt; }
  section { overflow: hidden; break-inside: avoid; }
`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What stands within a line: code, strong and emphasized words, links as their words. */
function inline(text: string): string {
  return escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*([^*]+)\*/g, '<em>$1</em>')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

function tableHtml(lines: readonly string[]): string {
  const cells = (line: string, tag: 'th' | 'td') =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('');
  const [head = '', , ...rows] = lines;
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
  return `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table>`;
}

function blockHtml(block: string, picture: (path: string) => string): string {
  const lines = block.split('\n');
  const [, marks = '', title = ''] = /^(#+) (.+)$/.exec(block) ?? [];
  if (marks) return `<h${marks.length}>${inline(title)}</h${marks.length}>`;
  const [, words = '', path = ''] = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(block) ?? [];
  if (path) return `<img alt="${escaped(words)}" src="${escaped(picture(path))}">`;
  if (block.startsWith('|')) return tableHtml(lines);
  if (block.startsWith('1. '))
    return `<ol>${lines.map((line) => `<li>${inline(line.replace(/^\d+\. /, ''))}</li>`).join('')}</ol>`;
  return `<p>${inline(lines.join(' '))}</p>`;
}

/**
 * The card as one file of HTML, its pictures within it.
 *
 * @param file the Markdown
 * @throws Error where it or a picture can't be read
 */
export async function cardPage(file: string): Promise<string> {
  const markdown = await readFile(file, 'utf8');
  const pictures = new Map<string, string>();
  for (const [, path = ''] of markdown.matchAll(/\]\(([^)]+\.png)\)/g)) {
    const bytes = await readFile(join(dirname(file), path));
    pictures.set(path, `data:image/png;base64,${bytes.toString('base64')}`);
  }
  // A section, with its picture, is on one sheet.
  const sections = markdown.trim().split(/\n{2,}(?=## )/);
  const body = sections
    .map((section) => {
      const blocks = section.split(/\n{2,}/);
      const html = blocks.map((block) => blockHtml(block, (path) => pictures.get(path) ?? path));
      return `<section>${html.join('\n')}</section>`;
    })
    .join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pilot's card</title><style>${STYLE}</style><body>${body}</body></html>`;
}
