/** The login page by itself, for whoever comes without a session: it does not wait for a dashboard that it may never open. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfigContext, loadConfig } from './api/bootstrap';
import './login.css';
import { LoginPage } from './features/auth/login-page';
import { home } from './paths';
import { runEffectsSoon } from './shared/soon';
import { applyStoredTheme } from './shared/theme';
import { Toaster } from './ui/toaster';

applyStoredTheme();
runEffectsSoon();
const config = await loadConfig();

// A browser may keep this document as it was left, with a code in it and busy for good, and show it to whoever goes back.
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
