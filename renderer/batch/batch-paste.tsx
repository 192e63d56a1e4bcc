import { type ChangeEvent, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { DropZone } from '../design/drop-zone.tsx';
import { errorOf, Field } from '../design/field.tsx';
import { useStores } from '../shell/state/registry.tsx';
import { batchSlice, useBatch } from './batch-store.ts';
import { batchWords } from './words.ts';

const words = batchWords;

/** Names that files of flights end in; the content decides. */
const ENDINGS =
  '.csv,.tsv,.txt,.xlsx,.ods,.ics,.ical,.ssim,.xml,.fpl,.msg,.dat,text/csv,text/plain,text/calendar';

/** The place for pasted flights or a file of them. */
export function BatchPaste() {
  const [batch] = useStores(batchSlice);
  const problem = useBatch((state) => state.problem);
  const unread = useBatch((state) => state.unread);
  const reading = useBatch((state) => state.reading);
  const text = useBatch((state) => state.text);
  const chooser = useRef<HTMLInputElement>(null);
  const read = (flights: string) => {
    batch.getState().write(flights);
    void batch.getState().paste(flights);
  };
  const problemText = unread ?? (problem ? words.problems[problem] : null);
  return (
    <DropZone
      hint={words.drop}
      disabled={reading !== null}
      onFiles={(files) => void batch.getState().takeFiles(files)}
    >
      <div className="batch__paste">
        <p className="batch__intro">{words.intro}</p>
        <Field label={words.paste} hint={words.pasteHint} problems={errorOf(problemText)}>
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
              onChange={(event) => batch.getState().write(event.target.value)}
              onPaste={(event) => {
                const { files } = event.clipboardData;
                if (files.length > 0) {
                  event.preventDefault();
                  void batch.getState().takeFiles([...files]);
                  return;
                }
                const flights = event.clipboardData.getData('text');
                // A paste into an empty field is the table; a paste into a text continues the typing.
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
        <FileChooser inputRef={chooser} />
        <div className="row">
          <Button
            look="primary"
            title="Ctrl+Enter"
            disabled={text.trim() === '' || reading !== null}
            onClick={() => read(text)}
          >
            {words.read}
          </Button>
          <Button disabled={reading !== null} onClick={() => chooser.current?.click()}>
            {words.choose}
          </Button>
          <span role="status" className="hint">
            {reading === null ? '' : words.reading(reading || null)}
          </span>
        </div>
      </div>
    </DropZone>
  );
}

/** The system's dialog for a file, which gives the page that file alone. */
function FileChooser({ inputRef }: { inputRef: React.RefObject<HTMLInputElement | null> }) {
  const [batch] = useStores(batchSlice);
  return (
    <input
      ref={inputRef}
      type="file"
      accept={ENDINGS}
      hidden
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        void batch.getState().takeFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}
