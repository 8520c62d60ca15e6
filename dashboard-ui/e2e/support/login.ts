import type { Page } from '@playwright/test';

export const codeField = (page: Page) => page.getByLabel('Access code', { exact: true });
/** Also while it is busy. */
export const loginButton = (page: Page) => page.getByRole('button', { name: /Access Dashboard|Signing in/ });

/** On the login page, as somebody would. */
export async function logIn(page: Page, code: string) {
  await codeField(page).fill(code);
  await loginButton(page).click();
}
