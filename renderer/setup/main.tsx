/** Entry of the window of set-up (app://setup): binds its bridge to its one page. */
import { createRoot } from 'react-dom/client';
import { startAppearance } from '../design/appearance.ts';
import { asUiFailure } from '../shell/state/bridge.ts';
import { SetupPage } from './setup-page.tsx';
import { setupBridge } from './state/bridge.ts';
import { createRegistry, RegistryProvider } from './state/registry.ts';
import '../design/tokens.css';
import '../design/base.css';
import '../design/design.css';
import '../design/contrast.css';
import '../design/cockpit.css';

startAppearance();
const place = document.getElementById('root');
if (!place) throw new Error('setup/index.html has no #root');
const root = createRoot(place);
try {
  root.render(
    <RegistryProvider registry={createRegistry(setupBridge())}>
      <SetupPage />
    </RegistryProvider>,
  );
} catch (error) {
  root.render(<p className="setup__failed">{asUiFailure(error).message}</p>);
}
