import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { DropZone } from '../design/drop-zone.tsx';
import { Field } from '../design/field.tsx';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
import { batchSlice, useBatch } from './batch-store.ts';

const words = strings.batch;

/** Larger files are no tables of flights, bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The place for pasted cells or a CSV file. */
export function BatchPaste() {
  const [batch] = useStores(batchSlice);
  const problem = useBatch((state) => state.problem);
  const pasted = useBatch((state) => state.text);
  const [text, setText] = useState(pasted);
  const [unread, setUnread] = useState<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);

  function read(flights: string) {
    setUnread(null);
    setText(flights);
    batch.getState().paste(flights);
  }

  async function take(file: File | undefined) {
    if (!file) return;
    setUnread(null);
    try {
      if (file.size > MAX_BYTES) throw new Error('too large');
      read(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      setUnread(words.fileFailed(file.name));
    }
  }

  const problemText = unread ?? (problem ? words.problems[problem] : null);
  return (
    <DropZone hint={words.drop} disabled={false} onFiles={(files) => void take(files[0])}>
      <div className="batch__paste">
        <p className="batch__intro">{words.intro}</p>
        <Field
          label={words.paste}
          hint={words.pasteHint}
          problems={problemText ? [{ severity: 'error', message: problemText }] : []}
        >
          {(control) => (
            <textarea
              {...control}
              name="flights"
              className="input input--code batch__text"
              rows={8}
              placeholder={words.example}
              spellCheck={false}
              // biome-ignore lint/a11y/noAutofocus: the screen has no other purpose
              autoFocus
              value={text}
              onChange={(event) => setText(event.target.value)}
              onPaste={(event) => {
                const flights = event.clipboardData.getData('text');
                // What is pasted into an empty field is the table; what is pasted into a text goes on being written.
                if (text.trim() !== '' || flights.trim() === '') return;
                event.preventDefault();
                read(flights);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) read(text);
              }}
            />
          )}
        </Field>
        <input
          ref={chooser}
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          hidden
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <div className="batch__ways">
          <Button look="primary" title="Ctrl+Enter" disabled={text.trim() === ''} onClick={() => read(text)}>
            {words.read}
          </Button>
          <Button onClick={() => chooser.current?.click()}>{words.choose}</Button>
        </div>
      </div>
    </DropZone>
  );
}
