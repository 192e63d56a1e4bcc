/** The panels that can stand beside the pages. */
export const panelNames = ['outline', 'pages', 'marks', 'find'] as const;
export type PanelName = (typeof panelNames)[number];
