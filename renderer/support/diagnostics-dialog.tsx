import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { DiagnosticsPart, DiagnosticsPreview } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Check, InputField } from '../design/field.tsx';
import { formatBytes } from '../design/format.ts';
import { Modal } from '../design/modal.tsx';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { appWords } from '../design/words.ts';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';
import { useCall } from '../shell/state/calls.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { diagnosticsWords } from './words.ts';
import './diagnostics.css';

/** Shows the file for support as it will be saved; parts of it can be left out. */
export function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  const { app } = useBridge();
  const { preview, failure } = usePreview();
  const [without, setWithout] = useState<ReadonlySet<DiagnosticsPart>>(new Set());
  const { busy, answer, failure: saving, run } = useCall(app.saveDiagnostics);
  const texts = useMemo(
    () => preview?.sections.map((section) => shownText(section, without)) ?? [],
    [preview, without],
  );
  const bytes = useMemo(() => texts.reduce((sum, text) => sum + bytesOf(text), 0), [texts]);
  return (
    <Modal
      wide
      title={diagnosticsWords.title}
      onClose={onClose}
      more={
        preview === null ? null : (
          <Preview sections={preview.sections} texts={texts} without={without} onWithout={setWithout} />
        )
      }
      actions={
        <>
          {preview === null ? null : (
            <span className="muted">{diagnosticsWords.size(formatBytes(bytes))}</span>
          )}
          <Button onClick={onClose}>{appWords.close}</Button>
          <Button
            look="primary"
            disabled={busy || preview === null}
            onClick={() => preview && void run(preview.id, [...without])}
          >
            {busy ? diagnosticsWords.saving : diagnosticsWords.save}
          </Button>
        </>
      }
    >
      {failure === null ? <p>{`${diagnosticsWords.intro} ${diagnosticsWords.without}`}</p> : null}
      <div role="status">
        {preview === null && failure === null ? <p>{diagnosticsWords.collecting}</p> : null}
        {answer === null ? null : <Notice tone="ok">{diagnosticsWords.saved(answer)}</Notice>}
      </div>
      <FailureNotice failure={failure ?? saving} />
    </Modal>
  );
}

/** Collects once; what was collected is let go of with the dialog. */
function usePreview() {
  const { app } = useBridge();
  const [preview, setPreview] = useState<DiagnosticsPreview | null>(null);
  const [failure, setFailure] = useState<UiFailure | null>(null);
  useEffect(() => {
    let left = false;
    let id: string | null = null;
    const drop = () => {
      // The main process lets the oldest go by itself.
      if (id !== null) void app.dropDiagnostics(id).catch(() => {});
    };
    app.collectDiagnostics().then(
      (collected) => {
        id = collected.id;
        if (left) drop();
        else setPreview(collected);
      },
      (error: unknown) => !left && setFailure(asUiFailure(error)),
    );
    return () => {
      left = true;
      drop();
    };
  }, [app]);
  return { preview, failure };
}

function Preview(props: {
  sections: readonly Section[];
  /** What stands in the file, section by section. */
  texts: readonly string[];
  without: ReadonlySet<DiagnosticsPart>;
  onWithout: (without: ReadonlySet<DiagnosticsPart>) => void;
}) {
  const { sections, texts, without, onWithout } = props;
  const id = useId();
  const [shown, setShown] = useState(0);
  const [match, setMatch] = useState<Match | null>(null);
  const nameOf = (index: number) => diagnosticsWords.names[sections[index]?.part ?? 'about'];
  const toggle = (part: DiagnosticsPart) => {
    const next = new Set(without);
    if (!next.delete(part)) next.add(part);
    onWithout(next);
    setMatch(null);
  };
  return (
    <div className="diagnostics">
      <fieldset className="diagnostics__parts">
        <legend className="field__label">{diagnosticsWords.parts}</legend>
        {sections.map(({ part }, index) => (
          <div className="diagnostics__part" key={part}>
            {part === 'about' ? (
              <span>{`${diagnosticsWords.names.about} (${diagnosticsWords.always})`}</span>
            ) : (
              <Check checked={!without.has(part)} onChange={() => toggle(part)}>
                {diagnosticsWords.names[part]}
              </Check>
            )}
            <span className="diagnostics__about">
              {formatBytes(bytesOf(texts[index] ?? ''))}
              <Button
                look="quiet"
                aria-label={diagnosticsWords.showPart(diagnosticsWords.names[part])}
                aria-pressed={shown === index}
                aria-controls={`${id}-text`}
                onClick={() => {
                  setShown(index);
                  setMatch(null);
                }}
              >
                {diagnosticsWords.show}
              </Button>
            </span>
          </div>
        ))}
      </fieldset>
      <Find
        texts={texts}
        nameOf={nameOf}
        onMatch={(found) => {
          setMatch(found);
          if (found !== null) setShown(found.section);
        }}
      />
      <Text id={`${id}-text`} name={nameOf(shown)} text={texts[shown] ?? ''} match={match} />
    </div>
  );
}

function Find(props: {
  texts: readonly string[];
  nameOf: (section: number) => string;
  onMatch: (match: Match | null) => void;
}) {
  const { texts, nameOf, onMatch } = props;
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(-1);
  const matches = useMemo(() => findMatches(texts, typed), [texts, typed]);
  const go = (step: number) => {
    if (matches.length === 0) return onMatch(null);
    const next = at < 0 && step < 0 ? matches.length - 1 : (at + step + matches.length) % matches.length;
    setAt(next);
    onMatch(matches[next] ?? null);
  };
  const found = matches[at];
  const status =
    typed !== '' && matches.length === 0
      ? diagnosticsWords.none
      : found === undefined
        ? ''
        : diagnosticsWords.match(
            at + 1,
            matches.length,
            nameOf(found.section),
            lineOf(texts[found.section] ?? '', found),
          );
  return (
    <search>
      <div className="diagnostics__find">
        <InputField
          label={diagnosticsWords.find}
          type="search"
          value={typed}
          maxLength={200}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(-1);
            onMatch(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
          }}
        />
        <Button disabled={matches.length === 0} onClick={() => go(-1)}>
          {diagnosticsWords.previous}
        </Button>
        <Button disabled={matches.length === 0} onClick={() => go(1)}>
          {diagnosticsWords.next}
        </Button>
      </div>
      <p className="diagnostics__status" role="status">
        {status}
      </p>
    </search>
  );
}

/** A section, word for word, with the place that was found in sight. */
function Text({ id, name, text, match }: { id: string; name: string; text: string; match: Match | null }) {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section begins at its beginning
  useEffect(() => {
    place.current?.scrollTo(0, 0);
  }, [name]);
  useEffect(() => {
    const section = place.current;
    const node = section?.firstChild;
    if (!match || !section || !(node instanceof globalThis.Text) || match.to > node.length) return;
    const range = new Range();
    range.setStart(node, match.from);
    range.setEnd(node, match.to);
    CSS.highlights.set('diagnostics', new Highlight(range));
    const [box, around] = [range.getBoundingClientRect(), section.getBoundingClientRect()];
    section.scrollBy(box.left - around.left - around.width / 3, box.top - around.top - around.height / 3);
    return () => {
      CSS.highlights.delete('diagnostics');
    };
  }, [match]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard (WCAG 2.1.1)
    <section ref={place} id={id} className="diagnostics__text" aria-label={name} tabIndex={0}>
      {text}
    </section>
  );
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

type Section = DiagnosticsPreview['sections'][number];

/** A place where the words are: which section, and from where to where in its text. */
interface Match {
  section: number;
  from: number;
  to: number;
}

/** More matches are not counted: nobody goes through them. */
const MOST = 1000;
/** Longest part of a line that is read out, characters. */
const LINE = 160;

/** What stands in the file of a section. */
function shownText(section: Section, without: ReadonlySet<DiagnosticsPart>): string {
  return section.part !== 'about' && without.has(section.part) ? section.left_out : section.text;
}

/** Where the words are in these texts, in their order; upper and lower case are the same. */
export function findMatches(texts: readonly string[], words: string): Match[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi');
  const matches: Match[] = [];
  for (const [section, text] of texts.entries()) {
    for (const { index } of text.matchAll(pattern)) {
      matches.push({ section, from: index, to: index + words.length });
      if (matches.length >= MOST) return matches;
    }
  }
  return matches;
}

/** The line that a match is in, for a status. */
export function lineOf(text: string, { from, to }: Match): string {
  const begin = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  const line = text.slice(Math.max(begin, from - LINE / 2), end < 0 ? undefined : end);
  return line.trim().slice(0, LINE);
}
