import type { Locator, Page } from '@playwright/test';
import { App } from './support/app';
import { answer, clipboard } from './support/controls';
import { expectToast } from './support/dashboard';
import { NameServer } from './support/dns';
import { expectNoSidewaysScroll } from './support/look';
import { hold, refuse } from './support/network';
import { aSeller } from './support/people';
import { desktop, expect, phone, test as base } from './support/test';

const test = base.extend<{ dns: NameServer }>({
  dns: async ({}, provide) => {
    const dns = await NameServer.start();
    await provide(dns);
    dns.stop();
  },
  app: async ({ dns }, provide) => {
    const app = await App.start({ 'domains.resolver': dns.address, 'domains.check_interval_s': '1' });
    await provide(app);
    await app.stop();
  },
});

const path = '/dashboard/custom-domain';
const target = 'stores.example.com';
const shopDomain = 'shop.example.org';
const field = (page: Page) => page.getByLabel('Domain', { exact: true });
const add = (page: Page) => page.getByRole('button', { name: 'Add Domain' });

async function submit(page: Page, domain: string) {
  await field(page).fill(domain);
  await field(page).press('Enter');
}

/** Writes the record that is shown into DNS. */
async function give(proof: Locator, dns: NameServer) {
  const record = proof.getByRole('definition');
  await expect(record).toHaveText(['TXT', `_boostdesk.${shopDomain}`, /./]);
  const [, name, value] = await record.allTextContents();
  for (const size of [desktop, phone]) {
    await proof.page().setViewportSize(size);
    await expectNoSidewaysScroll(proof.page());
  }
  dns.texts.set(name!, value!);
}

test.describe('a custom domain', () => {
  test.use({ signedInAs: 'owner' });

  test('is refused with an error when it is missing, invalid, misdirected or in use', async ({
    page,
    dns,
    guard,
  }) => {
    guard.allow(/status of 422/);
    await page.goto(path);
    await expect(page.getByText('0/1 Domains')).toBeVisible();
    await add(page).click();
    await expect(page.getByText('Please enter a domain', { exact: true })).toBeVisible();
    await expect(field(page)).toBeFocused();
    await submit(page, 'https://shop.example.org');
    await expect(page.getByText('Please enter a valid domain (e.g., stores.example.com)')).toBeVisible();
    dns.aliases.set('elsewhere.example.org', 'other.example.net');
    await submit(page, 'elsewhere.example.org');
    await expect(page.getByText('Domain verification failed. Please check your DNS settings.')).toBeVisible();
    await submit(page, target);
    await expect(
      page.getByText('This domain is already in use. Please choose a different domain.'),
    ).toBeVisible();
    await expect(field(page)).toHaveValue(target);
  });

  test('is pending once added, active once DNS points to the shop, and can be removed', async ({
    page,
    dns,
  }) => {
    await page.goto(path);
    // The page reloads after a second. Holding the reload keeps the toast on the screen until it is checked.
    const reload = await hold(page, `**${path}`);
    const reloaded = page.waitForEvent('load');
    await submit(page, '  Shop.Example.ORG ');
    await expectToast(page, 'Domain added successfully! Refreshing page...');
    reload();
    await reloaded;
    const domains = page.getByRole('region', { name: 'Domains', exact: true });
    await expect(page.getByText('1/1 Domains')).toBeVisible();
    await expect(domains.getByText(shopDomain, { exact: true })).toBeVisible();
    await expect(domains.getByText('Pending')).toBeVisible();
    await expect(domains.getByText(`DNS has no record for ${shopDomain} yet.`)).toBeVisible();
    await expect(field(page)).toBeDisabled();
    await expect(
      page.getByText('You can only have one custom domain. Remove the existing domain to add a new one.'),
    ).toBeVisible();

    const record = page.getByRole('region', { name: 'DNS instructions' });
    await expect(record.getByRole('definition')).toHaveText(['CNAME', shopDomain, target]);
    await expect(record.getByText(/24–48 hours/)).toBeVisible();
    await record.getByRole('button', { name: 'Copy Name' }).click();
    await expectToast(page, 'Copied to clipboard!');
    expect(await clipboard(page)).toBe(shopDomain);
    await record.getByRole('button', { name: 'Copy Target' }).click();
    await expect.poll(() => clipboard(page)).toBe(target);
    await page.goto('/dashboard/settings');
    const inSettings = page.getByRole('region', { name: 'Custom Domain' }).getByRole('definition');
    await expect(inSettings).toHaveText(['CNAME', shopDomain, target]);
    await page.goBack();

    dns.aliases.set(shopDomain, target);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(domains.getByText('Domain is active and working correctly!')).toBeVisible();
    await expect(domains.getByText('Active', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: `Remove ${shopDomain}` }).click();
    await answer(page, 'Remove');
    await expectToast(page, 'Domain removed successfully!');
    await expect(page.getByText('0/1 Domains')).toBeVisible();
    await expect(field(page)).toBeEnabled();
    await expect(page.getByRole('heading', { name: 'Custom Domain' })).toBeFocused();
  });

  test('that is a bare domain gets instructions to use a subdomain', async ({ page, shop }) => {
    await shop.call('POST', '/api/dashboard/domains/add', { domain: 'example.org' });
    await page.goto(path);
    await expect(page.getByText(/^example\.org is a bare domain/)).toBeVisible();
    const instructions = page.getByRole('region', { name: 'DNS instructions' });
    await expect(instructions).toContainText('Remove example.org above');
    await expect(instructions).toContainText(shopDomain);
    await expect(instructions.getByRole('definition')).toHaveCount(0);
    await page.goto('/dashboard/settings');
    await expect(page.getByRole('region', { name: 'Custom Domain' })).toContainText(
      'Remove example.org above',
    );
  });

  test("that was another seller's needs a TXT record as proof of ownership", async ({ page, app, dns }) => {
    dns.aliases.set(shopDomain, target);
    const mika = await aSeller(app);
    const added = await mika.call<{ domain: { _id: string } }>('POST', '/api/dashboard/domains/add', {
      domain: shopDomain,
    });
    await mika.call('DELETE', `/api/dashboard/domains/delete/${added.domain._id}`);
    await page.goto(path);
    const reloaded = page.waitForEvent('load');
    await submit(page, shopDomain);
    await reloaded;
    await expect(page.getByText(/was another seller's\. Add the TXT record/)).toBeVisible();
    const proof = page.getByRole('region', { name: 'Proof of ownership' });
    await give(proof, dns);
    await expect(page.getByText('Domain is active and working correctly!')).toBeVisible();
    await expect(proof).toHaveCount(0);
  });

  test("that is another seller's moves to the seller who proves ownership", async ({ page, app, dns }) => {
    dns.aliases.set(shopDomain, target);
    const mika = await aSeller(app);
    await mika.call('POST', '/api/dashboard/domains/add', { domain: shopDomain });
    await page.goto(path);
    const reloaded = page.waitForEvent('load');
    await submit(page, shopDomain);
    await reloaded;
    const domains = page.getByRole('region', { name: 'Domains', exact: true });
    await expect(domains.getByText('Pending')).toBeVisible();
    await expect(domains.getByText(/^Another seller has added .* Add the TXT record/)).toBeVisible();
    const proof = domains.getByRole('region', { name: 'Proof of ownership' });
    await give(proof, dns);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('Domain is active and working correctly!')).toBeVisible();
    await expect(proof).toHaveCount(0);
    const [lost] = await mika.call<{ status: string }[]>('GET', '/api/dashboard/domains/list');
    expect(lost?.status).toBe('failed');
  });

  test('turns active without a reload once DNS points to the shop', async ({ page, shop, dns }) => {
    await shop.call('POST', '/api/dashboard/domains/add', { domain: shopDomain });
    await page.goto(path);
    await expect(page.getByText('Pending')).toBeVisible();
    dns.aliases.set(shopDomain, target);
    await expect(page.getByText('Domain is active and working correctly!')).toBeVisible();
  });

  test('can also be added and removed on the settings screen', async ({ page }) => {
    await page.goto('/dashboard/settings');
    const section = page.getByRole('region', { name: 'Custom Domain' });
    await section.getByLabel('Domain', { exact: true }).fill(shopDomain);
    await section.getByRole('button', { name: 'Add Domain' }).click();
    await expectToast(page, /^Domain added successfully!$/);
    await expect(section.getByText('Pending')).toBeVisible();
    await section.getByRole('button', { name: `Remove ${shopDomain}` }).click();
    await answer(page, 'Remove');
    await expectToast(page, 'Domain removed successfully!');
    await section.getByRole('link', { name: 'Open its own screen' }).click();
    await expect(page).toHaveURL(path);
  });

  test('shows an error when loading, adding or removing fails', async ({ page, shop, guard }) => {
    guard.allow(/status of 50\d/);
    await shop.call('POST', '/api/dashboard/domains/add', { domain: shopDomain });
    await refuse(page, '**/domains/delete/*', { status: 500 });
    await page.goto(path);
    await page.getByRole('button', { name: `Remove ${shopDomain}` }).click();
    await answer(page, 'Remove');
    await expectToast(page, 'Failed to remove domain');
    await refuse(page, '**/domains/list', { status: 500 });
    await page.reload();
    await expect(page.getByText('Failed to load domains')).toBeVisible();
    await refuse(page, '**/domains/add', { status: 502 });
    await submit(page, 'other.example.org');
    await expect(page.getByText('Server returned status 502')).toBeVisible();
  });

  test('is typed on a phone into a field as wide as the button below it', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const screen of [path, '/dashboard/settings']) {
      await page.goto(screen);
      await expect(add(page)).toBeVisible();
      const [above, below] = [await field(page).boundingBox(), await add(page).boundingBox()];
      expect(below!.width, screen).toBe(above!.width);
      expect(below!.y, screen).toBeGreaterThan(above!.y);
    }
  });

  test('of the greatest length causes no sideways scroll', async ({ page, shop }) => {
    const longest = [63, 63, 63, 57].map((length) => 'w'.repeat(length)).join('.') + '.com';
    await shop.call('POST', '/api/dashboard/domains/add', { domain: longest });
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      for (const screen of [path, '/dashboard/settings']) {
        await page.goto(screen);
        await expect(page.getByText(longest, { exact: true }).first()).toBeVisible();
        await expectNoSidewaysScroll(page);
      }
    }
  });
});
