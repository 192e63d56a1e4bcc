/** Entry of the renderer: binds the bridge of this window to the screens. */
// biome-ignore assist/source/organizeImports: it comes before everything else, see there
import { earlyKits } from './shell/state/early-kits.ts';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { begin } from './shell/begin.ts';
import { createRegistry, RegistryProvider } from './shell/state/registry.tsx';
import { asUiFailure, windowBridge } from './shell/state/bridge.ts';
import { startAppearance } from './design/appearance.ts';
import { choicesKeptBy } from './design/choices.ts';
import { startSingleKeys } from './design/key-press.ts';
import './design/tokens.css';
import './design/base.css';
import './design/design.css';
import './design/contrast.css';
import './design/cockpit.css';

startAppearance();
startSingleKeys();
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
const root = createRoot(place);
try {
  const bridge = windowBridge(earlyKits);
  // The page stores nothing itself. What can't be kept now is chosen again some day.
  choicesKeptBy((patch) => void bridge.settings.choose(patch).catch(() => {}));
  const registry = createRegistry(bridge);
  begin(registry);
  root.render(
    <RegistryProvider registry={registry}>
      <App />
    </RegistryProvider>,
  );
} catch (error) {
  root.render(<p className="app__failed">{asUiFailure(error).message}</p>);
}
