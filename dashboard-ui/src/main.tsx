import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { isHomeHere } from './api/asked-early';
import { ConfigContext, loadConfig } from './api/bootstrap';
import { createQueryClient } from './api/query-client';
import { reachability } from './api/reachability';
import { forgetSession } from './api/session';
import './main.css';
import { hasLeft, signOutWhenLeft } from './features/auth/use-leave';
import { userQuery } from './features/auth/queries';
import { needsLogin, screenHandle } from './features/auth/require-user';
import { takeTokenFromAddress } from './features/auth/token-handoff';
import { paths } from './paths';
import { controlOf, findControl } from './shared/same-control';
import { applyStoredTheme } from './shared/theme';
import { createRouter } from './routes';
import { toast } from './ui/toast';
import { Toaster } from './ui/toaster';

takeTokenFromAddress();
applyStoredTheme();
reachability.followBrowser();
// Loaded late, because there is no focus to keep until something has it.
document.addEventListener('focusin', loadKeepFocus, { once: true });

const queries = createQueryClient(() => {
  // Several calls may be refused at once; only the first one is reported. Until the session check has succeeded,
  // reporting is its own job.
  if (hasLeft(router.state) || !queries.getQueryData(userQuery.queryKey)) return;
  forgetSession();
  toast.error(needsLogin(screenHandle(router.state.matches.map(({ route }) => route.handle as unknown))));
  void router.navigate(paths.login, { replace: true });
});

const config = await loadConfig();
const root = document.getElementById('root')!;
const early = window.askedEarly;
const isHere = isHomeHere() || root.hasChildNodes();
const router = createRouter(queries, config.chatUrl ?? '');
router.subscribe(signOutWhenLeft);
// With all data here, Home is drawn once, complete. Otherwise its loading state is drawn.
if (isHere) await started(router);

const page = (
  <StrictMode>
    <ConfigContext value={config}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </ConfigContext>
  </StrictMode>
);
if (root.hasChildNodes()) takeOver();
else createRoot(root).render(page);

function loadKeepFocus({ target }: FocusEvent) {
  import('./ui/keep-focus').then(({ keepFocus }) => keepFocus(target)).catch(() => {});
}

/**
 * Replaces the painted Home by the rendered one, and keeps the scroll position, the focus and a press that came too
 * early.
 */
function takeOver() {
  const { scrollX, scrollY } = window;
  const focused = controlOf(document.activeElement);
  flushSync(() => createRoot(root).render(page));
  scrollTo(scrollX, scrollY);
  findControl(focused)?.focus({ preventScroll: true });
  findControl(early?.pressed)?.click();
  if (early?.held) endPress(early.held);
}

/** Clicks the control of that name if the mouse is let go on it: it went down on the painted one, so the browser will not. */
function endPress(held: string) {
  const ended = new AbortController();
  const end = (event: PointerEvent) => {
    ended.abort();
    if (event.type !== 'pointerup' || controlOf(event.target) !== held) return;
    (event.target as Element).dispatchEvent(new MouseEvent('click', event));
  };
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'] as const)
    addEventListener(type, end, ended);
}

/** Resolves once the router has run the first screen's loaders. */
function started({ state, subscribe }: ReturnType<typeof createRouter>): Promise<void> {
  if (state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = subscribe(({ initialized }) => {
      if (initialized) resolve(stop());
    });
  });
}
