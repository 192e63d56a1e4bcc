/** Changes in what pages draw by way of their resources (forms, groups, patterns, meshes, masks), and in how text looks, are found. */
import { describe, expect, it } from 'vitest';
import { classic, pagesObjects, streamObject as streamBytes } from '../documents/pdf-writer.ts';
import { freshFolder } from '../fresh-folder.ts';
import { compared } from './documents.ts';

/** Operators of a page, and the objects that they name: X, Y and so on are its first, second … one. */
interface Drawn {
  operators: string;
  objects?: string[];
  /** Entries of the page. */
  page?: string;
}

const KINDS = ['XObject', 'Pattern', 'Shading', 'ExtGState', 'ColorSpace'];

/** A document of pages that have a text of their own each, so that they are told apart. */
function pagesOf(drawn: readonly Drawn[]): Buffer {
  const objects = pagesObjects(drawn.length);
  let next = 3 + 2 * drawn.length;
  const font = next;
  objects[next] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  next += 1;
  for (const [index, { operators, objects: own = [], page = '' }] of drawn.entries()) {
    const first = next;
    next += own.length;
    // Objects refer to those of their own page as @0, @1 …
    for (const [turn, object] of own.entries())
      objects[first + turn] = object.replace(/@(\d)/g, (_, at) => `${first + Number(at)} 0 R`);
    const named = own.map((_, turn) => `/${'XYZ'[turn]} ${first + turn} 0 R`).join(' ');
    const resources = KINDS.map((kind) => `/${kind} << ${named} >>`).join(' ');
    objects[3 + index * 2] =
      `<< /Type /Page /Parent 2 0 R /Contents ${4 + index * 2} 0 R ${page} /Resources << /Font << /F1 ${font} 0 R >> ${resources} >> >>`;
    const lines = Array.from({ length: 12 }, (_, line) => `(CHART ${index} LINE ${line * 7}) Tj 0 -12 Td`);
    objects[4 + index * 2] = streamObject('', `BT /F1 8 Tf 400 700 Td ${lines.join(' ')} ET ${operators}`);
  }
  return classic(objects);
}

function streamObject(entries: string, data: string): string {
  return streamBytes(entries, data).toString('latin1');
}

function form(operators: string, entries = '', box = '0 0 600 800'): string {
  return streamObject(`/Type /XObject /Subtype /Form /BBox [${box}] ${entries}`, operators);
}

function tile(operators: string): string {
  return streamObject(
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources << >>',
    operators,
  );
}

function axial(from: number, first: string, second: string): string {
  return `<< /Type /Pattern /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [${from} 0 ${from + 80} 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [${first}] /C1 [${second}] /N 1 >> >> >>`;
}

/** A triangle between colours (a mesh of free form), one of whose corners is where it is said. */
function triangle(corner: string, colour: string): string {
  const data = `00 0000 0000 FF0000 00 ${corner} 0000 00FF00 00 8000 FFFF ${colour}`.replaceAll(' ', '');
  return streamObject(
    '/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 16 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [100 200 100 200 0 1 0 1 0 1] /Filter /ASCIIHexDecode',
    `${data}>`,
  );
}

const GROUP = '/Group << /S /Transparency >>';
const PATTERNS = '/Pattern cs /X scn 40 60 80 50 re f /Y scn 150 60 80 50 re f';
const SWAPPED = '/Pattern cs /Y scn 40 60 80 50 re f /X scn 150 60 80 50 re f';
const RED = '1 0 0 rg 0 0 5 5 re f';
const BLUE = '0 0 1 rg 0 0 5 5 re f';
const AXIAL = [axial(40, '1 0 0', '0 0 1'), axial(150, '0 1 0', '1 1 0')];
const MASKED = [
  '<< /Type /ExtGState /SMask << /S /Luminosity /G @1 >> >>',
  form('0.5 g 0 0 600 800 re f', '/Group << /S /Transparency /CS /DeviceGray >>'),
];
const LOOKS = [
  '<< /ca 0.5 >>',
  form('/Y gs 1 0 0 rg 40 60 80 50 re f', `${GROUP} /Resources << /ExtGState << /Y @2 >> >>`),
];
const text = (operators: string) => `${operators} BT /F1 20 Tf 40 60 Td (DH 250) Tj ET`;

const SHADING = [
  '<< /ShadingType 1 /ColorSpace /DeviceRGB /Matrix [200 0 0 200 50 50] /Function @1 >>',
  streamObject('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0.5 }'),
];
const besideMesh = (minimum: string): Drawn => ({
  operators: `BT /F1 9 Tf 40 30 Td (DA ${minimum}) Tj ET q /X sh Q`,
  objects: SHADING,
});
const looking = (operators: string): Drawn => ({
  operators: `${operators} BT /F1 9 Tf 40 60 Td (NOT FOR NAVIGATION) Tj ET`,
});
const SQUARES = '40 60 80 50 re 60 70 20 20 re';

describe('a planted change', () => {
  it('is found in what resources draw and in how text looks, and told apart from what is written otherwise', async () => {
    /** The last: what is told of it; anything if absent, nothing if it is the same. */
    const cases: [name: string, old: Drawn, newer: Drawn, what?: readonly unknown[]][] = [
      [
        'the box of a form cuts off more',
        { operators: '/X Do', objects: [form('40 60 80 50 re f')] },
        { operators: '/X Do', objects: [form('40 60 80 50 re f', '', '0 0 70 800')] },
      ],
      [
        'the box of a group cuts off more',
        { operators: '/X Do', objects: [form('40 60 80 50 re f', GROUP)] },
        { operators: '/X Do', objects: [form('40 60 80 50 re f', GROUP, '0 0 70 800')] },
      ],
      [
        'the second of two tiles of one form',
        { operators: PATTERNS, objects: [tile(RED), tile(BLUE)] },
        { operators: PATTERNS, objects: [tile(RED), tile('0 1 0 rg 0 0 5 5 re f')] },
      ],
      [
        'areas show each other’s tiles',
        { operators: PATTERNS, objects: [tile(RED), tile(BLUE)] },
        { operators: SWAPPED, objects: [tile(RED), tile(BLUE)] },
      ],
      [
        'areas show each other’s gradients',
        { operators: PATTERNS, objects: AXIAL },
        { operators: SWAPPED, objects: AXIAL },
      ],
      [
        'a corner of a mesh',
        { operators: '/X sh', objects: [triangle('FFFF', '0000FF')] },
        { operators: '/X sh', objects: [triangle('E000', '0000FF')] },
      ],
      [
        'a colour of a mesh',
        { operators: '/X sh', objects: [triangle('FFFF', '0000FF')] },
        { operators: '/X sh', objects: [triangle('FFFF', '000080')] },
      ],
      [
        'a mask covers one more area',
        { operators: 'q /X gs 40 60 80 50 re f Q 150 60 80 50 re f', objects: MASKED },
        { operators: 'q /X gs 40 60 80 50 re f 150 60 80 50 re f Q', objects: MASKED },
      ],
      [
        'the opacity of a group that sets its own inside',
        { operators: '/X gs /Y Do', objects: [...LOOKS, '<< /ca 1 >>'] },
        { operators: '/X gs /Y Do', objects: ['<< /ca 0.9 >>', ...LOOKS.slice(1), '<< /ca 1 >>'] },
      ],
      [
        'a clip cuts letters in halves',
        { operators: text('q 30 50 300 40 re W n') },
        { operators: text('q 30 66 300 24 re W n') },
      ],
      ['letters become hollow', { operators: text('') }, { operators: text('1 Tr') }],
      [
        'letters are outlined otherwise',
        { operators: text('1 0 0 RG 2 Tr') },
        { operators: text('0 0 1 RG 2 Tr') },
      ],
      ['a thin line', { operators: '0.12 w 40 60 m 140 90 l S' }, { operators: '0.24 w 40 60 m 140 90 l S' }],
      [
        'a group instead of its operators',
        { operators: '/X Do', objects: [form('40 60 80 50 re f', GROUP)] },
        { operators: '40 60 80 50 re f' },
        [],
      ],
      [
        'a form instead of its operators',
        { operators: '/X Do', objects: [form('40 60 80 50 re f', '', '0 0 130 120')] },
        { operators: '40 60 80 50 re f' },
        [],
      ],
      ['a clip around text', { operators: text('q 30 50 300 40 re W n') }, { operators: text('q') }, []],
      [
        'an outline in the colour of its letters',
        { operators: text('1 0 0 RG 1 0 0 rg 2 Tr') },
        { operators: text('1 0 0 rg') },
        [],
      ],
      [
        'tiles written otherwise',
        { operators: PATTERNS, objects: [tile(RED), tile(BLUE)] },
        { operators: PATTERNS, objects: [tile(`q ${RED} Q`), tile(`0 g ${BLUE}`)] },
        [],
      ],
      [
        'a text beside a mesh of thousands of colours',
        besideMesh('250'),
        besideMesh('350'),
        ['DA: 250 is now 350 (lower left)'],
      ],
      ...(
        [
          ['1 0 0 rg', '0 0 1 rg', 'in another colour'],
          ['', '3 Tr', 'can no longer be seen'],
          ['3 Tr', '', 'can now be seen'],
          ['', '1 Tr', 'in another look'],
        ] as const
      ).map(([one, other, words]): (typeof cases)[number] => [
        `letters ${words}`,
        looking(one),
        looking(other),
        [`"NOT FOR NAVIGATION" ${words} (lower left)`],
      ]),
      [
        'how areas are filled',
        { operators: `${SQUARES} f` },
        { operators: `${SQUARES} f*` },
        ['4 area edges in another look (lower left)', '1 drawn sign in another look (lower left)'],
      ],
    ];
    const states = await compared(
      freshFolder(),
      pagesOf(cases.map(([, one]) => one)),
      pagesOf(cases.map(([, , other]) => other)),
    );
    const some = expect.arrayContaining([expect.any(String)]);
    expect(states.map(({ old, state, what }) => [cases[(old ?? 0) - 1]?.[0], state, what])).toEqual(
      cases.map(([name, , , what = some]) => [name, what.length === 0 ? 'same' : 'changed', what]),
    );
  });
});

describe('a page', () => {
  it('that was turned is the same page, changed', async () => {
    const page = { operators: '40 60 m 140 90 l S' };
    const states = await compared(
      freshFolder(),
      pagesOf([page, page]),
      pagesOf([{ ...page, page: '/Rotate 90' }, page]),
    );
    expect(states.map(({ old, new: newer, state }) => [old, newer, state])).toEqual([
      [1, 1, 'changed'],
      [2, 2, 'same'],
    ]);
  });
});
