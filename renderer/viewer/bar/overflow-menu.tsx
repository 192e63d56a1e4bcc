import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import { shownKey } from '../../design/key-press.ts';
import { menuItems, onMenuKey } from '../../design/menu-keys.ts';
import { type Command, commandGroups } from '../document/keys/command.ts';
import { allCommands } from '../document/keys/viewer-keys.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';
import { viewerWords } from '../words.ts';
import { useCommandState } from './command-button.tsx';
import { fitBelow } from './fit-below.ts';

/** All commands for the menu, by group; commands that do not fit into the bar are only here. */
export function OverflowMenu({ extra }: { extra: readonly Command[] }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const id = useId();
  // The same object each time: a new one would move the focus to the first item while a person uses the menu.
  const close = useCallback(() => {
    setOpen(false);
    button.current?.querySelector('button')?.focus();
  }, []);
  return (
    <span className="viewer-menu" ref={button}>
      <IconButton
        icon="more"
        label={viewerWords.more}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open ? <Menu id={id} extra={extra} onClose={close} /> : null}
    </span>
  );
}

function Menu(props: { id: string; extra: readonly Command[]; onClose: () => void }) {
  const { onClose } = props;
  const store = useViewerStore();
  const moreCommands = useViewer((state) => state.moreCommands);
  const menu = useRef<HTMLDivElement>(null);
  const commands = [...allCommands({ moreCommands }), ...props.extra].filter((command) => command.menu);

  useLayoutEffect(() => {
    menuItems(menu.current)[0]?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.parentElement?.contains(event.target)) onClose();
    };
    window.addEventListener('pointerdown', outside);
    return () => window.removeEventListener('pointerdown', outside);
  }, [onClose]);
  useLayoutEffect(() => (menu.current ? fitBelow(menu.current) : undefined), []);

  return (
    <div
      ref={menu}
      id={props.id}
      className="viewer-menu__list"
      role="menu"
      aria-label={viewerWords.menu}
      onKeyDown={(event) => onMenuKey(event, menu.current, onClose)}
    >
      <div className="viewer-menu__groups">
        {commandGroups.map((group) => {
          const here = commands.filter((command) => command.group === group);
          return here.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a group of menu items is no set of fields
            <div
              key={group}
              role="group"
              aria-label={viewerWords.keys.groups[group]}
              className="viewer-menu__group"
            >
              <p className="viewer-menu__head" aria-hidden="true">
                {viewerWords.keys.groups[group]}
              </p>
              {here.map((command) => (
                <Item
                  key={command.id}
                  command={command}
                  onChoose={() => {
                    onClose();
                    command.run({ state: store.getState(), back: () => {} });
                  }}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Item({ command, onChoose }: { command: Command; onChoose: () => void }) {
  const { off, on } = useCommandState(command);
  const key = shownKey(command.keys);
  return (
    <button
      type="button"
      {...(on === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': on })}
      className="viewer-menu__item"
      tabIndex={-1}
      disabled={off}
      onClick={onChoose}
    >
      <Icon name={command.icon ?? 'more'} />
      <span className="viewer-menu__words">
        {command.words}
        {command.forbidden === undefined ? null : (
          <small className="viewer-menu__why">{command.forbidden}</small>
        )}
      </span>
      {key === undefined ? null : <kbd className="viewer-menu__key">{key}</kbd>}
    </button>
  );
}
