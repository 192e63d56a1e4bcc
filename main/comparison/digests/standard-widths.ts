/** Widths of letters of the standard fonts that documents need not bring along (ISO 32000-1, 9.6.2.2; Adobe's Core 14 AFM files). */

/** Names of letters (Adobe Glyph List), in the order of the widths, and the signs that they stand for. */
const NAMES =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash ' +
  'zero one two three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q ' +
  'R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y ' +
  'z braceleft bar braceright asciitilde quoteleft quoteright degree bullet endash emdash quotedblleft quotedblright section copyright ' +
  'registered plusminus';
const SIGNS = `${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')}‘’°•–—“”§©®±`;

const WIDTHS: Readonly<Record<string, string>> = {
  Helvetica:
    '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 ' +
    '584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 ' +
    '611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 ' +
    '722 500 500 500 334 260 334 584 222 222 400 350 556 1000 333 333 556 737 737 584',
  'Helvetica-Bold':
    '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 ' +
    '584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 ' +
    '611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 ' +
    '778 556 556 500 389 280 389 584 278 278 400 350 556 1000 500 500 556 737 737 584',
  'Times-Roman':
    '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 ' +
    '564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 ' +
    '611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 ' +
    '722 500 500 444 480 200 480 541 333 333 400 350 500 1000 444 444 500 760 760 564',
  'Times-Bold':
    '250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570 ' +
    '570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000 722 722 ' +
    '667 333 278 333 581 500 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500 ' +
    '722 500 500 444 394 220 394 520 333 333 400 350 500 1000 500 500 500 747 747 570',
  'Times-Italic':
    '250 333 420 500 500 833 778 214 333 333 500 675 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 675 ' +
    '675 675 500 920 611 611 667 722 611 611 722 722 333 444 667 556 833 667 722 611 722 611 500 556 722 611 833 611 556 ' +
    '556 389 278 389 422 500 333 500 500 444 500 444 278 500 500 278 278 444 278 722 500 500 500 500 389 389 278 500 444 ' +
    '667 444 444 389 400 275 400 541 333 333 400 350 500 889 556 556 500 760 760 675',
  'Times-BoldItalic':
    '250 389 555 500 500 833 778 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570 ' +
    '570 570 500 832 667 667 667 722 667 667 722 778 389 500 667 611 889 722 722 611 722 667 556 611 722 667 889 667 611 ' +
    '611 333 278 333 570 500 333 500 500 444 500 444 333 500 556 278 278 500 278 778 556 500 500 500 389 389 278 556 444 ' +
    '667 500 444 389 348 220 348 570 333 333 400 350 500 1000 500 500 500 747 747 570',
};
const FIXED_WIDTH = 600;

/** Signs by the names of letters. */
export const SIGN_OF_NAME: ReadonlyMap<string, string> = new Map(
  NAMES.split(' ').map((name, index) => [name, SIGNS[index] ?? '']),
);

/** Widths of a standard font's letters by their sign, 1/1000 of the font's size; null for another font. */
export function standardWidths(font: string): ReadonlyMap<string, number> | null {
  if (/^Courier(?:-(?:Bold|Oblique|BoldOblique))?$/.test(font))
    return new Map(Array.from(SIGNS, (sign) => [sign, FIXED_WIDTH]));
  // What leans is as wide as what stands.
  const upright = font.replace(/^(Helvetica)-Oblique$/, '$1').replace(/^(Helvetica-Bold)Oblique$/, '$1');
  const widths = WIDTHS[upright];
  return widths === undefined
    ? null
    : new Map(widths.split(' ').map((width, index) => [SIGNS[index] ?? '', Number(width)]));
}
