import { useId } from 'react';
import { markColours } from '../../main/marks/rules/mark-colours.ts';
import type { MarkColour } from '../../preload/contract.ts';
import { marksWords } from './words.ts';

/** The palette as a group of radio buttons. */
export function ColourChoice(props: {
  value: MarkColour;
  /** Shown as a pen's colours, which are darker than a highlighter's. */
  pen?: boolean;
  onChange: (colour: MarkColour) => void;
}) {
  const name = useId();
  return (
    <fieldset className={props.pen ? 'colours colours--pen' : 'colours'}>
      <legend className="sr-only">{marksWords.colour}</legend>
      {markColours.map((colour) => (
        <label key={colour} className="colours__one" title={marksWords.colours[colour]}>
          <input
            type="radio"
            name={name}
            value={colour}
            checked={props.value === colour}
            aria-label={marksWords.colours[colour]}
            onChange={() => props.onChange(colour)}
          />
          <span className="colours__swatch" data-colour={colour} />
        </label>
      ))}
    </fieldset>
  );
}
