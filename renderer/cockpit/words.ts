/** Words of cockpit mode. */

export const cockpitWords = {
  title: 'Cockpit mode',
  region: 'Cockpit mode is on',
  waits: 'What waits',
  nothing: 'Nothing has waited so far.',
  unknown: 'What waits could not be read. It is told when you leave cockpit mode.',
  brightness: 'Brightness',
  percent: (value: number) => `${value} %`,
  leave: 'Leave',
  leaveLabel: 'Leave cockpit mode',
  managed: 'Set by your administrators',
  entered: 'Cockpit mode is on: nothing interrupts. F9 leaves it.',
  left: 'Cockpit mode is off.',
  staysDark: 'Cockpit mode keeps everything dark. F9 leaves it.',
} as const;
