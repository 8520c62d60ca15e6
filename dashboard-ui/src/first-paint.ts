/**
 * Inlined into the document, and run once its styles are there: applies the chosen theme, and paints Home as soon as
 * its answers have come (`first-questions.ts`), long before the script is loaded. The script's first render replaces
 * it.
 */
import type { Schema } from './api/types';
import { homeShown } from './painted/home-shown';
import { homeView } from './painted/home-view';
import { controlOf } from './shared/same-control';
import { applyStoredTheme } from './shared/theme';
import { fill, type Part } from './shared/template/fill';

async function paintHome() {
  const early = window.askedEarly;
  const template = document.querySelector<HTMLLinkElement>('#painted-home')?.href;
  if (!template) return;
  // Fetched even if nothing will be painted: browsers warn of what is preloaded and not used.
  const [home, parts] = await Promise.all([early?.home, fetch(template).then((answer) => answer.json())]);
  // An address with more parts has to be handled by the script.
  if (!early || !home || location.pathname.endsWith('/') || location.search) return;
  const root = document.getElementById('root');
  // Once the script runs, it draws everything itself.
  if (!root || root.hasChildNodes() || !early.answers.has('/api/dashboard/events')) return;
  const settings = document.getElementById('boostdesk')!.textContent;
  const { brand } = (JSON.parse(settings) as Schema<'Bootstrap'>).config!;
  const isWide = matchMedia('(min-width: 64rem)').matches;
  const shown = homeShown(home, { isWide, brand: brand.name });
  if (!shown) return;
  root.innerHTML = fill(parts as Part[], homeView(shown, Date.now()));
  const painted = root.firstElementChild as HTMLElement;
  painted.addEventListener('click', ({ target }) => {
    early.pressed = controlOf((target as Element).closest('button'));
  });
  painted.addEventListener('pointerdown', ({ target, button, pointerType }) => {
    // A tap is a click on what is there when it ends.
    const isHeld = button === 0 && pointerType === 'mouse';
    early.held = isHeld ? controlOf((target as Element).closest('a, button')) : undefined;
  });
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => delete early.held);
}

applyStoredTheme();
// If painting fails, Home appears when its script is loaded.
paintHome().catch(() => {});
