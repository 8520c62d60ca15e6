import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentOf, accentRules, applyAccent } from './accent';

const themes = ['dark', 'light'] as const;

describe('the shades of a colour', () => {
  it.each([
    ['#6d4aff', '#fff', '#6f50ff', '#887dff', '#6d4aff', '#6136ed'],
    ['#ffd400', '#000', '#ffd400', '#ffd400', '#a08400', '#7d6700'],
    ['#000000', '#fff', '#666666', '#838383', '#000000', '#000000'],
    ['#ffffff', '#000', '#ffffff', '#ffffff', '#8c8c8c', '#6f6f6f'],
    ['#0000ff', '#fff', '#1653ff', '#457dff', '#0000ff', '#0000ff'],
  ])('of %s have the expected values', (seller, on, darkEdge, darkText, lightEdge, lightText) => {
    const accent = accentOf(seller);
    expect(accent.fill).toBe(seller);
    expect(accent.on).toBe(on);
    expect(accent.dark).toEqual({ edge: darkEdge, text: darkText });
    expect(accent.light).toEqual({ edge: lightEdge, text: lightText });
  });

  it('meet the minimum contrast for 4,096 colours in both themes', () => {
    let [ink, hover, edge, text] = [21, 21, 21, 21];
    for (let value = 0; value < 4096; value++) {
      const accent = accentOf(value.toString(16).padStart(3, '0'));
      const onFill = contrastOf(long(accent.on), accent.fill);
      ink = Math.min(ink, onFill);
      hover = Math.min(hover, contrastOf(long(accent.on), accent.hover) - onFill);
      for (const theme of themes) {
        for (const ground of groundsOf(accent.fill, theme)) {
          edge = Math.min(edge, contrastOf(accent[theme].edge, ground));
          text = Math.min(text, contrastOf(accent[theme].text, ground));
        }
      }
    }
    expect(ink).toBeGreaterThanOrEqual(4.58);
    expect(edge).toBeGreaterThanOrEqual(3);
    expect(text).toBeGreaterThanOrEqual(4.5);
    expect(hover).toBeGreaterThanOrEqual(0);
  });
});

it.each(['', 'red', null, undefined])('accentOf falls back to pink for %j, which is not a colour', (text) => {
  expect(accentOf(text).fill).toBe('#ff82be');
});

describe('applying an accent', () => {
  it('keeps a single style sheet when the colour changes', () => {
    const target = { adoptedStyleSheets: [] as CSSStyleSheet[] } as Document;
    applyAccent('#6d4aff', target);
    applyAccent('#ffd400', target);
    expect(target.adoptedStyleSheets).toHaveLength(1);
  });

  it('writes the CSS properties of both themes', () => {
    expect(accentRules(accentOf('#6d4aff'))).toBe(
      ':root{--accent:#6d4aff;--accent-on:#fff;--accent-hover:#6444eb;--accent-edge:#6f50ff;--accent-text:#887dff}' +
        '@media (prefers-color-scheme:light){:root{--accent-edge:#6d4aff;--accent-text:#6136ed}}',
    );
  });
});

function long(colour: string): string {
  return colour.replace(/[0-9a-f]/g, '$&$&');
}

const [dark = '', light = ''] = readFileSync('src/shared/tokens.css', 'utf8').split('@media');
const surfaces = { dark: surfacesIn(dark), light: surfacesIn(light) };

function surfacesIn(rules: string): string[] {
  return ['bg', 's1', 's2'].map((name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(rules)![1]!);
}

/** The backgrounds of accent text and edges: each surface, plain and with 16 % of the seller's colour over it. */
function groundsOf(fill: string, theme: (typeof themes)[number]): string[] {
  const over = channels(fill);
  const tinted = surfaces[theme].map((surface) => {
    const mixed = channels(surface).map((under, i) => Math.round(over[i]! * 0.16 + under * 0.84));
    return `#${mixed.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
  });
  return [...surfaces[theme], ...tinted];
}

/** The WCAG 2 contrast of two `#rrggbb` colours, 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const v = channel / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): number[] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
