/**
 * Makes the seller's colour accessible. A seller may choose any colour; text and controls on it or in it keep the
 * contrast of WCAG 2.2 AA in both themes. Nothing here depends on a page.
 */

import { defaultColour, parseColour } from './colour';

type Rgb = readonly [red: number, green: number, blue: number];
type Theme = 'dark' | 'light';

/** Colours as `#rrggbb`. */
type ThemeAccent = {
  /** The colour of controls: at least 3:1 on every surface. */
  edge: string;
  /** The colour of titles, links, icons and the focus ring: at least 4.5:1 on every surface. */
  text: string;
};

type Accent = {
  /** The seller's colour, unchanged. */
  fill: string;
  /** The text colour on `fill`, black or white: always at least 4.58:1. */
  on: '#000' | '#fff';
  hover: string;
  dark: ThemeAccent;
  light: ThemeAccent;
};

/** `--bg`, `--s1` and `--s2` of `tokens.css`. */
const surfaces: Record<Theme, readonly string[]> = {
  dark: ['#0e0a0d', '#161115', '#1f191e'],
  light: ['#fbf8fa', '#ffffff', '#f6f2f5'],
};

const tint = 0.16;
const step = 0.01;
const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/**
 * Derives every shade from `embedColor`: 3 or 6 hex digits, with or without `#`. Anything else yields the product's
 * pink.
 */
export function accentOf(embedColor: string | null | undefined): Accent {
  const colour = rgb(parseColour(embedColor ?? '') ?? defaultColour);
  const inkIsBlack = contrast(black, colour) >= contrast(white, colour);
  return {
    fill: hex(colour),
    on: inkIsBlack ? '#000' : '#fff',
    hover: hex(mix(inkIsBlack ? white : black, colour, 0.08)),
    dark: themeAccent(colour, 'dark'),
    light: themeAccent(colour, 'light'),
  };
}

/** The custom properties as CSS text, dark theme first, for `selector`. */
export function accentRules(accent: Accent, selector = ':root'): string {
  const { fill, on, hover, dark, light } = accent;
  return (
    `${selector}{--accent:${fill};--accent-on:${on};--accent-hover:${hover};` +
    `--accent-edge:${dark.edge};--accent-text:${dark.text}}` +
    `@media (prefers-color-scheme:light){${selector}{--accent-edge:${light.edge};--accent-text:${light.text}}}`
  );
}

const applied = new WeakMap<Document, CSSStyleSheet>();

/** Applies the seller's colour to `target`. A constructed style sheet is allowed by a `style-src 'self'` policy. */
export function applyAccent(embedColor: string | null | undefined, target: Document = document): void {
  let sheet = applied.get(target);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    applied.set(target, sheet);
    target.adoptedStyleSheets = [...target.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(accentRules(accentOf(embedColor)));
}

function themeAccent(colour: Rgb, theme: Theme): ThemeAccent {
  const on = grounds(colour, theme);
  return { edge: hex(push(colour, theme, on, 3)), text: hex(push(colour, theme, on, 4.5)) };
}

/** The backgrounds of accent text and edges: each surface, plain and with the seller's tint over it. */
function grounds(colour: Rgb, theme: Theme): Rgb[] {
  const plain = surfaces[theme].map(rgb);
  return [...plain, ...plain.map((surface) => mix(colour, surface, tint))];
}

/** Changes the lightness, only as far as needed, until `colour` has `target` contrast on every background. */
function push(colour: Rgb, theme: Theme, on: Rgb[], target: number): Rgb {
  const direction = theme === 'dark' ? step : -step;
  const [start, chroma, hue] = toOklch(colour);
  let pushed = colour;
  for (
    let lightness = start + direction;
    on.some((ground) => contrast(pushed, ground) < target);
    lightness += direction
  ) {
    if (lightness >= 1) return white;
    if (lightness <= 0) return black;
    pushed = inGamut(lightness, chroma, hue);
  }
  return pushed;
}

/** The colour with this lightness and hue, and as much of `chroma` as fits into sRGB. */
function inGamut(lightness: number, chroma: number, hue: number): Rgb {
  const whole = fromOklch(lightness, chroma, hue);
  if (fits(whole)) return each(whole, Math.round);
  let low = 0;
  let high = chroma;
  for (let halving = 0; halving < 20; halving++) {
    const middle = (low + high) / 2;
    if (fits(fromOklch(lightness, middle, hue))) low = middle;
    else high = middle;
  }
  return each(fromOklch(lightness, low, hue), Math.round);
}

/** Whether each channel is from 0 to 255, but for rounding errors. */
function fits(colour: Rgb): boolean {
  return colour.every((v) => v >= -0.01 && v <= 255.01);
}

function toOklch(colour: Rgb): [lightness: number, chroma: number, hue: number] {
  const [r, g, b] = each(colour, linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [lightness, Math.hypot(a, bb), Math.atan2(bb, a)];
}

function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function linear(channel: number): number {
  const v = channel / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

function gamma(v: number): number {
  return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
}

function luminance(colour: Rgb): number {
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

/** The WCAG 2 contrast of two colours, 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function each([red, green, blue]: Rgb, change: (channel: number, index: 0 | 1 | 2) => number): Rgb {
  return [change(red, 0), change(green, 1), change(blue, 2)];
}

/** `share` of `top` over `bottom`. */
function mix(top: Rgb, bottom: Rgb, share: number): Rgb {
  return each(top, (v, i) => Math.round(v * share + bottom[i] * (1 - share)));
}

/** `colour` is `#rrggbb`. */
function rgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hex(colour: Rgb): string {
  return `#${colour.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}
