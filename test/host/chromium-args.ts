/**
 * Features that a Chromium for tests goes without. The last list on its command line counts, so Playwright's own
 * (chromiumSwitches.ts) stands here again; after it, what costs a test half of its time and is no part of a page.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Each window's address bar would load two pages of its own, in a process of their own.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  // A window has one page here: the process that is kept ready for the next is never used.
  'SpareRendererForSitePerProcess',
];

/** Arguments of every Chromium that Playwright starts for tests. */
export const chromiumArgs = [`--disable-features=${disabledFeatures.join(',')}`];
