import type { Page } from '@playwright/test';

export const codeField = (page: Page) => page.getByLabel('Access code', { exact: true });
/** Also found while it is busy. */
export const loginButton = (page: Page) => page.getByRole('button', { name: /Access Dashboard|Signing in/ });

/** Signs in on the open login page. */
export async function logIn(page: Page, code: string) {
  await codeField(page).fill(code);
  await loginButton(page).click();
}
