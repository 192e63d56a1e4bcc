/** The icons, drawn on a 24-unit grid; all decorative: the control beside them has the name. */
const paths = {
  plus: 'M12 5v14M5 12h14',
  sliders: 'M4 7h9M19 7h1M16 4.5v5M4 17h1M11 17h9M8 14.5v5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4l9 16H3zM12 10v4.5M12 17.4v.1',
  cross: 'M6 6l12 12M18 6L6 18',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5.5M12 7.6v.1',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7.5V12l3.5 2',
  down: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  question: 'M12 3a9 9 0 100 18 9 9 0 000-18zM9.5 9.5a2.5 2.5 0 114 2c-.9.6-1.5 1.1-1.5 2.2M12 16.9v.1',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L20 20',
  back: 'M19 12H5M11 6l-6 6 6 6',
  up: 'M12 19V5M6 11l6-6 6 6',
  chevronUp: 'M6 15l6-6 6 6',
  chevronDown: 'M6 9l6 6 6-6',
  minus: 'M5 12h14',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2.5v2M12 19.5v2M4.2 4.2l1.5 1.5M18.3 18.3l1.5 1.5M2.5 12h2M19.5 12h2M4.2 19.8l1.5-1.5M18.3 5.7l1.5-1.5',
  moon: 'M20 14.5A8.5 8.5 0 019.5 4a8.5 8.5 0 1010.5 10.5z',
  half: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 3v18M12 8h7.9M12 12h9M12 16h8',
  list: 'M4 6h16M8 12h12M8 18h12M4 12h.1M4 18h.1',
  fitWidth: 'M4 5v14M20 5v14M7 12h10M9.5 9.5L7 12l2.5 2.5M14.5 9.5L17 12l-2.5 2.5',
  fitPage: 'M6 3h12v18H6zM12 7v10M9.8 9.2L12 7l2.2 2.2M9.8 14.8L12 17l2.2-2.2',
  fitChart: 'M5 8V3h5M14 3h5v5M19 16v5h-5M10 21H5v-5M9 8h6v8H9z',
  person: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  pin: 'M12 21s6.5-6.2 6.5-11.3A6.5 6.5 0 005.5 9.7C5.5 14.8 12 21 12 21zM12 7.5a2.3 2.3 0 100 4.6 2.3 2.3 0 000-4.6z',
  stepBack: 'M9 6L4 11l5 5M4 11h9a6 6 0 016 6v1',
  stepForward: 'M15 6l5 5-5 5M20 11h-9a6 6 0 00-6 6v1',
  continuous: 'M6 2v7h12V2M6 22v-7h12v7M3 12h.1M8 12h.1M13 12h.1M18 12h.1M21 12h.1',
  single: 'M6 3h12v18H6z',
  facing: 'M3 5h8.5v14H3zM12.5 5H21v14h-8.5z',
  turn: 'M20 5v5h-5M19.4 10A8 8 0 104 12.5a8 8 0 0015.2 3',
  pages: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  hand: 'M8 13V5.5a1.5 1.5 0 013 0V11M11 11V4a1.5 1.5 0 013 0v7M14 11V5.5a1.5 1.5 0 013 0V14c0 4-2 7-5.5 7-3 0-4.3-1.6-5.6-4L4 13.500a1.5 1.5 0 012.5-1.600L8 14',
  more: 'M5 12h.1M12 12h.1M19 12h.1',
  note: 'M5 4h14v11l-5 5H5zM14 20v-5h5M8.5 9h7M8.5 12.5h4',
  highlighter: 'M9 15l-2-2 8.5-8.5a2 2 0 012.8 0l1.2 1.2a2 2 0 010 2.8L11 17zM9 15l-3 3h4l1-1M4 21h16',
  pencil: 'M4 20l1-4L16.5 4.5a1.8 1.8 0 012.5 0l.5.5a1.8 1.8 0 010 2.5L8 19zM14.5 6.5l3 3',
  eraser:
    'M8.5 19.5l-4-4a1.5 1.5 0 010-2l8.5-8.5a1.5 1.5 0 012 0l4.5 4.5a1.5 1.5 0 010 2l-8 8zM8.5 19.5H20M9 9l6 6',
  undo: 'M8 5L4 9l4 4M4 9h9.5a5.5 5.5 0 010 11H9',
  redo: 'M16 5l4 4-4 4M20 9h-9.5a5.5 5.5 0 000 11H15',
  print: 'M7 8V3h10v5M7 17H4V8h16v9h-3M7 13h10v8H7z',
  newWindow: 'M4 8h11v12H4zM9 8V4h11v11h-5',
  sideBySide: 'M3 5h18v14H3zM12 5v14',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
