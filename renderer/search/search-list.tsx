import { type ReactNode, useEffect, useRef } from 'react';
import type { SearchHit } from '../../preload/contract.ts';
import { useDepartureText } from '../airports/airports.ts';
import { shownKey } from '../design/key-press.ts';
import { Marked, MarkedParts } from '../design/marked.tsx';
import { kitTitle } from '../kits/kit-words.ts';
import { useStores } from '../shell/state/registry.tsx';
import type { PaletteCommand } from './palette-commands.ts';
import { type HitGroup, searchSlice, useSearch } from './search-store.ts';
import { searchWords } from './words.ts';

/** The id of an option's element. */
export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** The pages found, by kit. */
export function SearchList({ id }: { id: string }) {
  const groups = useSearch((state) => state.groups);
  const active = useSearch((state) => state.active);
  const commands = useSearch((state) => state.commands);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const option = box.current?.querySelector(`#${CSS.escape(optionId(id, active))}`);
    option?.scrollIntoView({ block: 'nearest' });
    // The first page of the list is shown with the name of its kit.
    if (active === 0) box.current?.scrollTo({ top: 0 });
  }, [active, id]);

  let index = 0;
  return (
    <div ref={box} id={id} className="search__list" role="listbox" aria-label={searchWords.list}>
      {groups.map((group) => {
        const first = index;
        index += group.hits.length;
        return <Group key={group.kit.id} group={group} list={id} first={first} active={active} />;
      })}
      <Commands list={id} group="commands" first={index} active={active} />
      <Commands
        list={id}
        group="guides"
        first={index + commands.filter(({ group }) => group === 'commands').length}
        active={active}
      />
    </div>
  );
}

function Group({
  group: { kit, hits },
  list,
  first,
  active,
}: {
  group: HitGroup;
  list: string;
  first: number;
  active: number;
}) {
  const name = `${list}-kit-${kit.id}`;
  const departure = useDepartureText()(kit.trip);
  const isOpen = useSearch((state) => state.openKit?.id === kit.id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox; a group may (WAI-ARIA 1.2).
    <div role="group" aria-labelledby={name} className="search__group">
      <div id={name} className="search__kit" role="presentation">
        <span className="search__route">{kitTitle(kit)}</span>
        {kit.trip?.flight ? <span className="search__flight">{kit.trip.flight}</span> : null}
        {departure ? <span className="search__when">{searchWords.departs(departure)}</span> : null}
        {isOpen ? <span className="search__when">{searchWords.openNow}</span> : null}
        {kit.superseded_by === null ? null : (
          <span className="search__superseded">{searchWords.superseded}</span>
        )}
      </div>
      {hits.map((hit, offset) => (
        <Option key={hit.page} list={list} index={first + offset} active={active}>
          <Hit hit={hit} />
        </Option>
      ))}
    </div>
  );
}

/** @param props.active the index of the option that is chosen now */
function Option(props: { list: string; index: number; active: number; children: ReactNode }) {
  const [search] = useStores(searchSlice);
  const { index } = props;
  const isActive = index === props.active;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
    <div
      id={optionId(props.list, index)}
      role="option"
      aria-selected={isActive}
      className="search__hit"
      onClick={(event) => search.getState().enter(index, event.ctrlKey || event.metaKey)}
      onPointerMove={() => {
        if (!isActive) search.getState().choose(index);
      }}
    >
      {props.children}
    </div>
  );
}

function Hit({ hit: { heading, page, snippet } }: { hit: SearchHit }) {
  const query = useSearch((state) => state.query);
  return (
    <>
      <span className="search__heading ellipsis">
        {heading === null ? searchWords.page(page) : <Marked text={heading} query={query} />}
      </span>
      {heading === null ? null : <span className="search__page">{searchWords.page(page)}</span>}
      {snippet.length === 0 ? null : (
        <span className="search__snippet ellipsis">
          <MarkedParts parts={snippet} />
        </span>
      )}
    </>
  );
}

/** The commands, or the places of the guides, whose names match; nothing where there are none. */
function Commands({
  list,
  group,
  first,
  active,
}: {
  list: string;
  group: PaletteCommand['group'];
  first: number;
  active: number;
}) {
  const all = useSearch((state) => state.commands);
  const commands = all.filter((one) => one.group === group);
  const name = `${list}-${group}`;
  if (commands.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox; a group may (WAI-ARIA 1.2).
    <div role="group" aria-labelledby={name} className="search__group">
      <div id={name} className="search__kit" role="presentation">
        <span className="search__route">{searchWords.groups[group]}</span>
      </div>
      {commands.map(({ id, label, keys }, offset) => (
        <Option key={id} list={list} index={first + offset} active={active}>
          <span className="search__heading ellipsis">{label}</span>
          <span className="search__page">{shownKey(keys)}</span>
        </Option>
      ))}
    </div>
  );
}
