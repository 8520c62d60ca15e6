import { expect, type Locator, type Page } from '@playwright/test';

/** Somebody's hand on mouse and keyboard, that counts what it does. */
export class Hand {
  clicks = 0;
  keys = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator) {
    this.clicks += 1;
    await target.click();
  }

  /** A chord counts as its keys: `Control+k`. */
  async press(chord: string) {
    this.keys += chord.split('+').length;
    await this.page.keyboard.press(chord);
  }

  async type(field: Locator, text: string) {
    await this.reach(field);
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async retype(field: Locator, text: string) {
    await this.reach(field);
    await this.press('Control+a');
    await this.type(field, text);
  }

  /** Pastes a text from the clipboard, which takes two keys. */
  async paste(field: Locator, text: string) {
    await this.reach(field);
    this.keys += 2;
    await this.page.keyboard.insertText(text);
  }

  /** Focuses a field by a click, unless it has the focus already. */
  private async reach(field: Locator) {
    await expect(field).toBeVisible();
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.click(field);
  }
}
