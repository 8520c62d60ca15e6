/** The login page on its own, for users without a session: it need not wait for a dashboard that may never be opened. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfigContext, loadConfig } from './api/bootstrap';
import './login.css';
import { LoginPage } from './features/auth/login-page';
import { home } from './paths';
import { isHere } from './shared/not-loaded';
import { runEffectsSoon } from './shared/soon';
import { applyStoredTheme } from './shared/theme';
import { Toaster } from './ui/toaster';

applyStoredTheme();
runEffectsSoon();
const config = await loadConfig();

// Reloads a page from the back/forward cache, which would still have the code in its field and be busy for ever.
onpageshow = ({ persisted }) => {
  if (persisted) location.reload();
};

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ConfigContext value={config}>
      <LoginPage onSignedIn={() => location.assign(home)} />
      <Toaster />
    </ConfigContext>
  </StrictMode>,
);
isHere();
