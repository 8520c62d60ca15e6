/**
 * The theme: the system's, unless another one was chosen in this browser. The style sheets contain only the media
 * query for light; a choice replaces that query by one that is always true or always false.
 */
import { inBrowser } from './browser-storage';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'theme';
const question = '(prefers-color-scheme: light)';
const answers: Record<Theme, string> = { system: question, light: 'all', dark: 'not all' };

export function storedTheme(): Theme {
  const stored = inBrowser.get(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') inBrowser.remove(storageKey);
  else inBrowser.set(storageKey, theme);
  applyTheme(theme);
}

/** To be called when the page loads. For the system's theme there is nothing to do. */
export function applyStoredTheme(): void {
  const theme = storedTheme();
  if (theme !== 'system') applyTheme(theme);
}

/** Applies a theme to the loaded style sheets. One that is loaded later is not covered. */
function applyTheme(theme: Theme): void {
  for (const media of [...document.styleSheets].flatMap(({ cssRules }) => mediaIn(cssRules))) {
    if (isAsking(media)) media.mediaText = answers[theme];
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const of = (meta.dataset['theme'] ??= meta.media.includes('light') ? 'light' : 'dark');
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : of === theme ? 'all' : 'not all';
  }
}

const plain = (text: string) => text.replace(/\s/g, '');
const known = Object.values(answers).map(plain);

/** Whether it is the theme's media query, or what a script has replaced it by. No other rule has such a query. */
const isAsking = ({ mediaText }: MediaList) => known.includes(plain(mediaText));

function mediaIn(rules: CSSRuleList): MediaList[] {
  return [...rules].flatMap((rule) => [
    ...(rule instanceof CSSMediaRule ? [rule.media] : []),
    ...(rule instanceof CSSGroupingRule ? mediaIn(rule.cssRules) : []),
  ]);
}
