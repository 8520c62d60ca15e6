import { expect, type Locator, type Page } from '@playwright/test';

/** `rgb(…)` of a design token, as the page has it now. */
export async function tokenColour(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
}

/** `token` is a custom property: `--green`. */
export async function expectColour(text: Locator, token: string) {
  await expect(text).toHaveCSS('color', await tokenColour(text.page(), token));
}

export async function expectGround(box: Locator, token: string) {
  await expect(box).toHaveCSS('background-color', await tokenColour(box.page(), token));
}

/** Expects a printed dialog to begin at the top of the page: anything above that would not be printed. */
export async function expectFromTheTop(box: Locator) {
  expect(await box.evaluate((one) => one.getBoundingClientRect().top + scrollY)).toBe(0);
}

export function expectNoSidewaysScroll(page: Page) {
  return expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
}

/** Waits for the end of all animations shorter than a second. Longer ones, like a toast's countdown, do not count. */
export function settled(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const end = (animation: Animation) => Number(animation.effect?.getComputedTiming().endTime);
    const brief = document
      .getAnimations()
      .filter((animation) => animation.playState === 'running' && end(animation) < 1000);
    await Promise.allSettled(brief.map((animation) => animation.finished));
  });
}

/** The properties that animations within an element change. Any but `transform` and `opacity` costs layout or paint. */
export function moved(within: Locator): Promise<string[]> {
  return within.evaluate((element) => {
    const timing = ['offset', 'easing', 'composite', 'computedOffset'];
    const changed = element.getAnimations({ subtree: true }).flatMap((animation) => {
      const frames = animation.effect instanceof KeyframeEffect ? animation.effect.getKeyframes() : [];
      return frames.flatMap((frame) => Object.keys(frame));
    });
    return [...new Set(changed)].filter((name) => !timing.includes(name));
  });
}
