import { toast } from './support/dashboard';
import { expect, test } from './support/test';

test.use({ place: 'shared', signedInAs: 'owner' });

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard/settings');
});

test('in forced colours the chosen theme has an outline, and another one while it has the focus', async ({
  page,
}) => {
  const choice = (name: string) => page.locator('label').filter({ has: page.getByRole('radio', { name }) });
  await expect(choice('System')).toHaveCSS('outline-style', 'solid');
  await expect(choice('Light')).toHaveCSS('outline-style', 'none');
  await choice('Light').click();
  await expect(choice('Light')).toHaveCSS('outline-style', 'solid');
  await expect(choice('Light')).toHaveCSS('outline-offset', '-2px');
  await expect(choice('System')).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('ArrowRight');
  await expect(choice('Dark')).toHaveCSS('outline-style', 'solid');
  await expect(choice('Dark')).toHaveCSS('outline-offset', '2px');
});

test('in forced colours a toast has an edge', async ({ page }) => {
  await page.getByRole('button', { name: 'Copy access code' }).click();
  const copied = toast(page, 'Access code copied!');
  await expect(copied).toHaveCSS('outline-style', 'solid');
  await expect(copied).not.toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)');
});
