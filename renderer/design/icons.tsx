/** The icons, drawn on a 24-unit grid; all decorative: the control beside them has the name. */
const paths = {
  plus: 'M12 5v14M5 12h14',
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
  person: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  pin: 'M12 21s6.5-6.2 6.5-11.3A6.5 6.5 0 005.5 9.7C5.5 14.8 12 21 12 21zM12 7.5a2.3 2.3 0 100 4.6 2.3 2.3 0 000-4.6z',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
