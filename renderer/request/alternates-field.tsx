import { useRef } from 'react';
import { Field, type FieldProblem } from '../design/field.tsx';
import { Icon } from '../design/icons.tsx';
import { strings } from '../strings.ts';

/** Alternates as tokens: Space, comma or Enter makes one of what was typed, Backspace takes the last away. */
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
  return (
    <Field
      label={strings.request.alternates}
      hint={strings.request.alternatesHint(props.max)}
      problems={props.problems}
    >
      {(control) => (
        <div className={control['aria-invalid'] ? 'tokens tokens--invalid' : 'tokens'}>
          {props.tokens.map((code, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: the same code may stand twice until it is corrected
              key={`${code}-${index}`}
              type="button"
              className="token"
              aria-label={strings.request.alternateRemove(code)}
              onClick={() => {
                props.onRemove(index);
                input.current?.focus();
              }}
            >
              <span className="code">{code}</span>
              <Icon name="cross" />
            </button>
          ))}
          <input
            {...control}
            ref={input}
            name="alternates"
            className="tokens__input code"
            value={props.text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              const text = event.target.value.toUpperCase();
              // Pasted lists become tokens at once.
              if (/[\s,;/]/.test(text)) props.onAdd(text);
              else props.onText(text);
            }}
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
