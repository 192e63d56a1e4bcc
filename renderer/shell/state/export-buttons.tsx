import { Button } from '../../design/button.tsx';
import { FailureNotice } from '../../design/notice.tsx';
import { settingsWords } from '../../settings/words.ts';
import { useCall } from './calls.ts';
import { useForbidden } from './settings-store.ts';

/** Saves something as a file of the chosen format, and says what came of it. Administrators may have switched that off. */
export function ExportButtons<F extends string>(props: {
  label: string;
  /** The words of each format. */
  formats: Readonly<Record<F, string>>;
  /** There is nothing to save. */
  disabled?: boolean;
  /** Resolves to the name of the file; null: the person saved none. */
  save: (format: F) => Promise<string | null>;
  saved: (file: string) => string;
}) {
  const { label, formats, disabled = false, save, saved } = props;
  const { busy, answer, failure, run } = useCall(save);
  const noCopies = useForbidden('export');
  return (
    <>
      <fieldset className="export" aria-label={label} disabled={noCopies}>
        <span>{label}</span>
        {(Object.keys(formats) as F[]).map((format) => (
          <Button key={format} disabled={busy || disabled} onClick={() => void run(format)}>
            {formats[format]}
          </Button>
        ))}
      </fieldset>
      {noCopies ? <p className="hint">{settingsWords.managed}</p> : null}
      {answer === null ? null : <p role="status">{saved(answer)}</p>}
      <FailureNotice failure={failure} />
    </>
  );
}
