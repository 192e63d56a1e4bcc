import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { brightnessBounds } from '../../main/settings/rules/choices.ts';
import { appearanceStore, useAppearance } from '../design/appearance.ts';
import { Button } from '../design/button.tsx';
import { choicesStore, keepChoice } from '../design/choices.ts';
import { keyWords } from '../design/key-press.ts';
import { commandOf, keyTable } from '../design/keys.ts';
import { MenuButton } from '../design/menu-button.tsx';
import { useRead } from '../shell/state/calls.ts';
import { useNavigation } from '../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../shell/state/registry.tsx';
import { settingsSlice, useSettings } from '../shell/state/settings-store.ts';
import { cockpitWords } from './words.ts';
import './cockpit.css';

const words = cockpitWords;
const [KEY] = keyTable.everywhere.cockpit;
/** Percent. */
const STEP = 5;

/** Cockpit mode of this window: its key, the bars that hide in full screen, and what screen readers hear of it. */
export function CockpitMode() {
  const [settings] = useStores(settingsSlice);
  const { cockpit } = useAppearance();
  const reading = useNavigation((state) => state.screen.name === 'viewer');
  const full = useFullScreen();
  useHidingBars(cockpit && full && reading);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (commandOf('everywhere', event) !== 'cockpit') return;
      event.preventDefault();
      if (!event.repeat) void settings.getState().turnCockpit(!appearanceStore.getState().cockpit);
    }
    // Before any dialog has it: the key works everywhere.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [settings]);
  return (
    <>
      {cockpit ? <div className="cockpit-edge" aria-hidden="true" /> : null}
      <Announcement cockpit={cockpit} />
    </>
  );
}

/** While cockpit mode is on: says so, with the brightness and the way out. In the viewer it is at the end of the tools. */
export function CockpitBar() {
  const [settings] = useStores(settingsSlice);
  const { cockpit } = useAppearance();
  const managed = useSettings((state) => state.settings?.managed.includes('cockpit') ?? false);
  if (!cockpit) return null;
  return (
    <section className="cockpit-bar" aria-label={words.region}>
      <p className="cockpit-bar__title">{words.title}</p>
      <MenuButton icon="moon" label={words.waits} title={words.waits}>
        <WhatWaits />
      </MenuButton>
      <Brightness />
      {managed ? (
        <p className="cockpit-bar__managed">{words.managed}</p>
      ) : (
        <Button
          aria-label={words.leaveLabel}
          aria-keyshortcuts={KEY}
          onClick={() => void settings.getState().turnCockpit(false)}
        >
          {words.leave} ({keyWords(KEY)})
        </Button>
      )}
    </section>
  );
}

/** What has waited so far, for who asks. */
function WhatWaits() {
  const bridge = useBridge();
  const found = useRead(() => bridge.app.meanwhile(), bridge);
  if (found === null) return <p>{words.unknown}</p>;
  if (!found) return null;
  return (
    <div className="cockpit-bar__waits">
      <p>{found.summary ?? words.nothing}</p>
      {found.notices.length > 0 ? (
        <ul>
          {found.notices.map(({ id, message }) => (
            <li key={id}>{message}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** How bright everything is. */
function Brightness() {
  const [least, most] = brightnessBounds;
  const brightness = useStore(choicesStore, (state) => state.cockpit_brightness);
  return (
    <label className="cockpit-bar__light">
      <span className="cockpit-bar__word">{words.brightness}</span>
      <input
        type="range"
        min={least}
        max={most}
        step={STEP}
        value={brightness}
        aria-valuetext={words.percent(brightness)}
        onChange={(event) => keepChoice({ cockpit_brightness: Number(event.target.value) })}
      />
      <output>{words.percent(brightness)}</output>
    </label>
  );
}

/** Says that the mode begins and ends, for those who hear it; not at the start of the app. */
function Announcement({ cockpit }: { cockpit: boolean }) {
  const [before, setBefore] = useState(cockpit);
  const [said, setSaid] = useState('');
  if (before !== cockpit) {
    setBefore(cockpit);
    setSaid(cockpit ? words.entered : words.left);
  }
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}

/** The tabs and tools that hide in full screen until they are touched. */
const BARS = '.tabs, .viewer-bar';
/** So near to the upper edge a pointer asks for them, CSS px; a finger is wider. */
const EDGE = 6;
const EDGE_OF_FINGER = 28;
/** So far below them a pointer has left, CSS px. */
const LEFT = 16;

/** Whether the window fills the screen, by its own menu or by the page. */
function useFullScreen(): boolean {
  const [full, setFull] = useState(isFull);
  useEffect(() => {
    const look = () => setFull(isFull());
    const mode = window.matchMedia('(display-mode: fullscreen)');
    document.addEventListener('fullscreenchange', look);
    mode.addEventListener('change', look);
    look();
    return () => {
      document.removeEventListener('fullscreenchange', look);
      mode.removeEventListener('change', look);
    };
  }, []);
  return full;
}

function isFull(): boolean {
  return document.fullscreenElement !== null || window.matchMedia('(display-mode: fullscreen)').matches;
}

/**
 * While `active`: the bars are out of sight, and come over the pages while a pointer or a finger is at the upper edge or the focus
 * is within them. Pages never move for it. Shown on the page as `data-bars`.
 */
function useHidingBars(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const { dataset } = document.documentElement;
    /** A pointer asks for them. */
    let near = false;
    const put = (focused: EventTarget | null) => {
      dataset.bars = near || isWithin(focused) ? 'over' : 'hidden';
    };
    function onMove(event: PointerEvent) {
      if (event.pointerType === 'touch') return;
      if (event.clientY <= EDGE) near = true;
      else if (event.clientY > lowest() + LEFT) near = false;
      put(document.activeElement);
    }
    function onDown(event: PointerEvent) {
      if (event.pointerType !== 'touch') return;
      if (dataset.bars === 'hidden' && event.clientY <= EDGE_OF_FINGER) {
        near = true;
        // The page below was not meant.
        event.preventDefault();
        event.stopPropagation();
      } else if (event.clientY > lowest()) near = false;
      put(document.activeElement);
    }
    const onFocusIn = (event: FocusEvent) => put(event.target);
    const onFocusOut = (event: FocusEvent) => put(event.relatedTarget);
    put(document.activeElement);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerdown', onDown, true);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerdown', onDown, true);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      delete dataset.bars;
    };
  }, [active]);
}

function isWithin(focused: EventTarget | null): boolean {
  return focused instanceof Element && focused.closest(BARS) !== null;
}

/** The lower edge of what hides, CSS px, while it is shown. */
function lowest(): number {
  const edges = [...document.querySelectorAll(BARS)].map((bar) => bar.getBoundingClientRect().bottom);
  return Math.max(0, ...edges);
}
