import { type RefObject, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '../../design/button.tsx';
import { Menu } from '../../design/context-menu.tsx';
import { Icon } from '../../design/icons.tsx';
import { shownKey } from '../../design/key-press.ts';
import { commandGroups } from '../document/keys/command.ts';
import { allCommands, viewCommands } from '../document/keys/view-commands.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';
import type { Command } from '../document/viewer-state.ts';
import { lightStore, touchStore } from '../document/window/light-store.ts';
import { viewerWords } from '../words.ts';

/** All commands for the menu, by group; commands that do not fit into the bar are only here. */
export function OverflowMenu() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const id = useId();
  function close() {
    setOpen(false);
    button.current?.querySelector('button')?.focus();
  }
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
      {open ? <Commands id={id} inside={button} onClose={close} /> : null}
    </span>
  );
}

function Commands(props: { id: string; inside: RefObject<HTMLElement | null>; onClose: () => void }) {
  const { id, inside, onClose } = props;
  const store = useViewerStore();
  const moreCommands = useViewer((state) => state.moreCommands);
  const commands = allCommands({ moreCommands }).filter((command) => command.menu);

  return (
    <Menu
      id={id}
      className="popup viewer-menu__list"
      label={viewerWords.menu}
      inside={inside}
      put={fitBelow}
      onClose={onClose}
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
    </Menu>
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

const none: Command = { id: 'none', group: 'window', keys: [], words: '', run: () => {} };

/** Whether a command is available now, and whether what it switches is on; renders again on changes. */
function useCommandState(command: Command): { off: boolean; on: boolean | undefined } {
  const off = useViewer((state) => command.forbidden !== undefined || (command.isOff?.(state) ?? false));
  const on = useViewer((state) => command.isOn?.(state));
  // Touch mode and light are not part of the view's state.
  useStore(touchStore, (state) => state.on);
  useStore(lightStore);
  return { off, on };
}

/** A button of the bar for one of the viewer's own commands, with words, key and state from the table. */
export function CommandButton({ id, className }: { id: string; className?: string }) {
  const store = useViewerStore();
  const command = viewCommands.find((one) => one.id === id) ?? none;
  const { off, on } = useCommandState(command);
  const button = (
    <IconButton
      icon={command.icon ?? 'more'}
      label={command.words}
      keys={command.keys}
      {...(on === undefined ? {} : { 'aria-pressed': on })}
      disabled={off}
      onClick={() => command.run({ state: store.getState(), back: () => {} })}
    />
  );
  return className ? <span className={className}>{button}</span> : button;
}

/** px between the box and the window's edge. */
const EDGE_PX = 12;

/**
 * Keeps a box below its button within the window, px; its content scrolls if needed. The button's position depends on the bars
 * above it (cockpit mode, tabs, notices) and on the number of lines of tools, which a style sheet can't know.
 *
 * @returns a function that ends it
 */
export function fitBelow(box: HTMLElement): () => void {
  const limit = () => {
    const { top } = box.getBoundingClientRect();
    box.style.maxHeight = `${Math.max(0, window.innerHeight - top - EDGE_PX)}px`;
  };
  limit();
  window.addEventListener('resize', limit);
  return () => window.removeEventListener('resize', limit);
}
