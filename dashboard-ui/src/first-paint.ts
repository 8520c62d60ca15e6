/**
 * Runs out of the document itself, once its styles are there: draws the page in the theme that was chosen, and Home's content as
 * soon as its answers have come (`first-questions.ts`), long before its script. The script's own first drawing takes its place.
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
  // An address that says more is for the script.
  if (!early?.home || !template || location.pathname.endsWith('/') || location.search) return;
  const [home, parts] = await Promise.all([early.home, fetch(template).then((answer) => answer.json())]);
  const root = document.getElementById('root');
  // Once the script has begun, it draws all of it by itself.
  if (!root || root.hasChildNodes() || !early.answers.has('/api/dashboard/events')) return;
  const settings = document.getElementById('boostdesk')!.textContent;
  const { brand } = (JSON.parse(settings) as Schema<'Bootstrap'>).config!;
  const isWide = matchMedia('(min-width: 64rem)').matches;
  const shown = homeShown(home, { isWide, brand: brand.name });
  if (!shown) return;
  root.innerHTML = fill(parts as Part[], homeView(shown, Date.now()));
  root.firstElementChild!.addEventListener('click', ({ target }) => {
    early.pressed = controlOf((target as Element).closest('button'));
  });
}

applyStoredTheme();
// Without it Home is there when its script is.
paintHome().catch(() => {});
