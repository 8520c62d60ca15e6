import type { Locator } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/look';
import { guild } from './support/shop';
import { desktop, expect, phone, test } from './support/test';

test.use({ signedInAs: 'owner' });

const isCut = (text: Locator) => text.evaluate((box) => box.scrollWidth > box.clientWidth);

/** The distance of a text from the left edge of its box, in pixels. */
const fromLeft = (text: Locator) =>
  text.evaluate((box) => {
    const range = document.createRange();
    range.selectNodeContents(box);
    return Math.round(range.getBoundingClientRect().left - box.getBoundingClientRect().left);
  });

test('a long word in Recent Activity wraps on a phone', async ({ page, shop }) => {
  await page.setViewportSize(phone);
  await shop.storefront({ name: 'Supercalifragilisticexpialidocious'.repeat(2) });
  await page.goto('/dashboard');
  const details = page.getByRole('region', { name: 'Recent Activity' }).getByTitle(/^Supercali/);
  await expect(details).toBeVisible();
  expect(await isCut(details)).toBe(false);
  await expectNoSidewaysScroll(page);
});

test('names that are written from right to left keep their place in lists', async ({ page, shop }) => {
  await shop.storefront();
  await shop.storefront({ guildId: '998877665544332211', name: 'متجر' });
  await shop.call('POST', `/api/storefronts/${guild}/members`, { username: 'مساعدة', role: 'viewer' });
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await page.goto('/dashboard');
    const activity = page.getByRole('region', { name: 'Recent Activity' });
    await expect(activity.getByTitle(/^متجر/)).toBeVisible();
    expect(await fromLeft(activity.getByTitle(/^متجر/))).toBe(0);
    await page.goto(`/dashboard/helpers?guild=${guild}`);
    const helper = page.getByRole('listitem').getByText('مساعدة', { exact: true });
    await expect(helper).toBeVisible();
    expect(await fromLeft(helper)).toBe(0);
    await page.getByRole('combobox').click();
    expect(await fromLeft(page.getByRole('option').getByTitle('متجر'))).toBe(0);
  }
});

test('in a window of 320 px neither the state of a store nor a filter of Admin Logs is cut', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await shop.storefront();
  await page.goto('/dashboard/stores');
  const state = page.getByText('Not set up yet').first();
  await expect(state).toBeVisible();
  expect(await isCut(state)).toBe(false);
  await page.goto('/dashboard/admin');
  for (const filter of ['All Severities', 'All Actions']) {
    const choice = page.getByRole('combobox').getByTitle(filter);
    await expect(choice).toBeVisible();
    expect(await isCut(choice)).toBe(false);
  }
});
