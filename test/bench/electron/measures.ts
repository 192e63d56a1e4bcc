/** The rows of the table, their targets, and the table. */
import { cell, type Figures, quantile } from '../viewer/results.ts';
import { contenders, type Who } from './run.ts';

export interface Measure {
  id: string;
  label: string;
  unit: 'ms' | 'MiB' | 'frames' | '%';
  targets?: readonly Target[];
}

/** What the app's figure is to be. */
export type Target =
  /** At most this. */
  | { kind: 'most'; value: number; statistic: 'median' | 'max' }
  /** Median at most so many times that of the other. */
  | { kind: 'times'; value: number; of: Who }
  /** Median at most so much more than that of the other. */
  | { kind: 'over'; value: number; of: Who };

const most = (value: number, statistic: 'median' | 'max' = 'median'): Target => ({
  kind: 'most',
  value,
  statistic,
});

const sizes = [
  ['S', '6 MB'],
  ['M', '24 MB'],
  ['L', '260 MB'],
] as const;

const words = { warm: 'warm', cold: 'cold', 'at-once': 'warm, double click, not chosen before' } as const;

const opening: readonly Measure[] = sizes.flatMap(([kit, size]) => [
  ...(['warm', 'cold', 'at-once'] as const).flatMap((how): Measure[] => [
    {
      id: `seen-${how}-${kit}`,
      label: `${size}, ${words[how]}: click to something of page 1`,
      unit: 'ms',
      targets: how === 'at-once' ? [most(50)] : [most(50), { kind: 'times', value: 0.3, of: 'pdfjs' }],
    },
    {
      id: `crisp-${how}-${kit}`,
      label: `${size}, ${words[how]}: click to page 1 crisp`,
      unit: 'ms',
      ...(how === 'warm' ? { targets: [{ kind: 'times', value: 0.5, of: 'pdfjs' }] } : {}),
    },
  ]),
  { id: `gap-open-${kit}`, label: `${size}: longest frame gap of an opening`, unit: 'ms' },
]);

const turning: readonly Measure[] = sizes.slice(1).flatMap(([kit, size]): Measure[] => [
  { id: `turn-${kit}`, label: `${size}: turn, to crisp`, unit: 'ms' },
  { id: `gap-turn-${kit}`, label: `${size}: longest frame gap of a turn`, unit: 'ms' },
  { id: `jump-seen-${kit}`, label: `${size}: jump, to something`, unit: 'ms' },
  { id: `jump-${kit}`, label: `${size}: jump, to crisp`, unit: 'ms' },
  { id: `gap-jump-${kit}`, label: `${size}: longest frame gap of a jump`, unit: 'ms' },
  { id: `gap-scroll-${kit}`, label: `${size}: longest frame gap of 2 s of the wheel`, unit: 'ms' },
  { id: `late-scroll-${kit}`, label: `${size}: frames over 34 ms in them`, unit: 'frames' },
]);

const PROCESS_TYPES = ['main', 'renderer', 'gpu-process', 'utility', 'zygote'];

const memory: readonly Measure[] = (
  [
    ['memory-idle', 'memory idle', null],
    ['memory-open', 'memory, 24 MB kit of 300 pages open', 110],
    ['memory-60', 'memory after 60 turns', 180],
    ['memory-600', 'memory after 600 turns', null],
  ] as const
).flatMap(([id, label, over]): Measure[] => [
  {
    id,
    label,
    unit: 'MiB',
    ...(over === null ? {} : { targets: [{ kind: 'over', value: over, of: 'bare' }] }),
  },
  ...PROCESS_TYPES.map((type): Measure => ({ id: `${id}-${type}`, label: `… ${type}`, unit: 'MiB' })),
]);

export const measures: readonly Measure[] = [
  {
    id: 'launch',
    label: 'launch to list (bare window: to first paint)',
    unit: 'ms',
    targets: [{ kind: 'over', value: 250, of: 'bare' }],
  },
  { id: 'launch-main', label: '… until the page begins', unit: 'ms' },
  { id: 'launch-page', label: '… from there to the list', unit: 'ms' },
  { id: 'launch-paint', label: '… launch to first paint', unit: 'ms' },
  { id: 'launch-shown', label: '… launch to ready-to-show', unit: 'ms' },
  ...opening,
  ...turning,
  ...memory,
  { id: 'memory-growth', label: 'growth from 60 to 600 turns', unit: '%', targets: [most(10, 'max')] },
];

/** The target in words, and whether the app meets it; null where something was not measured. */
export function judge(
  target: Target,
  unit: Measure['unit'],
  of: (who: Who) => readonly number[],
): { words: string; met: boolean | null } {
  const ours = of('app');
  const median = (values: readonly number[]) => quantile(values, 0.5);
  if (target.kind === 'most') {
    const { value, statistic } = target;
    const figure = statistic === 'median' ? median(ours) : Math.max(...ours);
    return { words: `${statistic} ≤ ${value} ${unit}`, met: ours.length === 0 ? null : figure <= value };
  }
  const theirs = of(target.of);
  const known = ours.length > 0 && theirs.length > 0;
  if (target.kind === 'times') {
    const ratio = median(ours) / median(theirs);
    return {
      words: `≤ ${target.value} × ${target.of}${known ? ` (is ${ratio.toFixed(2)})` : ''}`,
      met: known ? ratio <= target.value : null,
    };
  }
  const over = median(ours) - median(theirs);
  return {
    words: `≤ ${target.value} ${unit} over ${target.of}${known ? ` (is ${over >= 0 ? '+' : ''}${over.toFixed(0)})` : ''}`,
    met: known ? over <= target.value : null,
  };
}

const headings: Record<Who, string> = { app: 'this app', pdfjs: 'PDF.js viewer', bare: 'bare' };

/** A Markdown table of what was measured. Cells: median / p95 / max (how many). */
export function table(figures: Figures<Who>): string {
  const rows = measures
    .filter(({ id }) => contenders.some((who) => figures.values(id, who).length > 0))
    .map(({ id, label, unit, targets = [] }) => {
      const of = (who: Who) => figures.values(id, who);
      const verdicts = targets.map((target) => judge(target, unit, of));
      const ratio = (who: Who) => {
        const share = quantile(of('app'), 0.5) / quantile(of(who), 0.5);
        return Number.isFinite(share) ? share.toFixed(2) : '';
      };
      return [
        label,
        unit,
        verdicts.map(({ words: said }) => said).join('; '),
        verdicts.map(({ met }) => (met === null ? 'not measured' : met ? 'met' : '**missed**')).join('; '),
        ...contenders.map((who) => cell(of(who))),
        ratio('pdfjs'),
        ratio('bare'),
      ];
    });
  const head = [
    'measure',
    'unit',
    'target',
    '',
    ...contenders.map((who) => headings[who]),
    '× PDF.js',
    '× bare',
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** All figures, for `--json`. */
export function toJSON(figures: Figures<Who>): unknown {
  return measures.map((measure) => ({
    ...measure,
    by: Object.fromEntries(contenders.map((who) => [who, figures.values(measure.id, who)])),
  }));
}
