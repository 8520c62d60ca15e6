/**
 * The theme: the system's, unless this browser was told otherwise. The style sheets know one question, whether the system
 * prefers light; a choice answers it in the system's place.
 */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'theme';
const question = '(prefers-color-scheme: light)';
const answers: Record<Theme, string> = { system: question, light: 'all', dark: 'not all' };

export function storedTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, theme);
  applyTheme(theme);
}

/** Of a page that has just come, which asks the system by itself. */
export function applyStoredTheme(): void {
  const theme = storedTheme();
  if (theme !== 'system') applyTheme(theme);
}

/** Draws the page in a theme. A style sheet that comes later has not heard of it. */
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

/** Whether it asks, or has been answered: by whichever of a page's scripts. No other rule is written so. */
const isAsking = ({ mediaText }: MediaList) => known.includes(plain(mediaText));

function mediaIn(rules: CSSRuleList): MediaList[] {
  return [...rules].flatMap((rule) => [
    ...(rule instanceof CSSMediaRule ? [rule.media] : []),
    ...(rule instanceof CSSGroupingRule ? mediaIn(rule.cssRules) : []),
  ]);
}
