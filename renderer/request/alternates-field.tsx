import { useRef } from 'react';
import { AirportInput } from '../airports/airport-input.tsx';
import { useAirports } from '../airports/use-airports.ts';
import { Field, type FieldProblem } from '../design/field.tsx';
import { Icon } from '../design/icons.tsx';
import { strings } from '../strings/strings.ts';

/**
 * Alternates as tokens: Space, comma or Enter makes one of a code that was typed, the list one of a name; Backspace takes
 * the last away.
 */
export function AlternatesField(props: {
  max: number;
  tokens: readonly string[];
  text: string;
  problems: readonly FieldProblem[];
  onText: (text: string) => void;
  onAdd: (text: string) => void;
  onRemove: (index: number) => void;
  onBlur: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const book = useAirports();
  return (
    <Field
      label={strings.request.alternates}
      hint={strings.request.alternatesHint(props.max)}
      problems={props.problems}
    >
      {(control) => (
        <div className={control['aria-invalid'] ? 'tokens tokens--invalid' : 'tokens'}>
          {props.tokens.map((code, index) => {
            const airport = book?.get(code) ?? null;
            return (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: the same code may stand twice until it is corrected
                key={`${code}-${index}`}
                type="button"
                className="token"
                title={airport?.name}
                aria-label={strings.request.alternateRemove(code, airport?.name ?? null)}
                onClick={() => {
                  props.onRemove(index);
                  input.current?.focus();
                }}
              >
                <span className="code">{code}</span>
                <Icon name="cross" />
              </button>
            );
          })}
          <AirportInput
            control={control}
            inputRef={input}
            name="alternates"
            className="tokens__input code"
            value={props.text}
            onText={(text) => {
              // Codes that are followed by a separator, and pasted lists, become tokens at once; a name may hold spaces.
              const codes = text.split(/[\s,;/]+/).filter(Boolean);
              const separated = /[\s,;/]/.test(text) && codes.every((code) => /^[A-Z]{4}$/.test(code));
              if (separated || /[,;/]/.test(text)) props.onAdd(text);
              else props.onText(text);
            }}
            onPick={(icao) => props.onAdd(icao)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && props.text) {
                event.preventDefault();
                props.onAdd(props.text);
              } else if (event.key === 'Backspace' && !props.text && props.tokens.length > 0) {
                props.onRemove(props.tokens.length - 1);
              }
            }}
            onBlur={() => {
              if (props.text) props.onAdd(props.text);
              props.onBlur();
            }}
          />
        </div>
      )}
    </Field>
  );
}
