/**
 * Runs out of the document itself, once its styles are there: draws the page in the theme that was chosen, and Home's content as
 * soon as its answers have come (`first-questions.ts`), long before its script. The script's own first drawing takes its place.
 */
import type { Schema } from './api/types';
import { homeShown } from './painted/home-shown';
import { homeView } from './painted/home-view';
import { applyStoredTheme } from './shared/theme';
import { fill, type Part } from './shared/template/fill';

const within = <T>(id: string) => JSON.parse(document.getElementById(id)!.textContent) as T;

async function paintHome() {
  const early = window.askedEarly;
  // An address that says more is for the script.
  if (!early?.home || location.search) return;
  const home = await early.home;
  const root = document.getElementById('root');
  // The script has begun, and draws all of it now.
  if (!root || root.hasChildNodes() || !early.isHere) return;
  const { brand } = within<Schema<'Bootstrap'>>('boostdesk').config!;
  const isWide = matchMedia('(min-width: 1024px)').matches;
  const shown = homeShown(home, { isWide, brand: brand.name });
  if (!shown) return;
  root.innerHTML = fill(within<Part[]>('painted-home'), homeView(shown, Date.now()));
  const note = ({ target }: MouseEvent) => {
    const at = [...root.querySelectorAll('button')].findIndex((button) => button.contains(target as Node));
    if (at >= 0) early.pressed = at;
  };
  root.addEventListener('click', note, { capture: true });
}

applyStoredTheme();
// Without it Home is there when its script is.
paintHome().catch(() => {});
