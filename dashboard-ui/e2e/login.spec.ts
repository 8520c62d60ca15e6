import { idle, stopClock } from './support/clock';
import { clipboard } from './support/controls';
import { expectToast, storedToken, toast } from './support/dashboard';
import { codeField, logIn, loginButton } from './support/login';
import { expectGround, settled } from './support/look';
import { hold, requestsTo } from './support/network';
import { expect, phone, test } from './support/test';

// These tests leave nothing behind but sessions.
test.use({ place: 'shared' });

test.describe('the login page', () => {
  test('shows its title, a hint and a focused password field', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveTitle('Boostdesk Access');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Boostdesk Access', exact: true }),
    ).toBeVisible();
    await expect(
      page.getByText('Enter your unique access code to continue to your dashboard', { exact: true }),
    ).toBeVisible();
    await expect(codeField(page)).toHaveAttribute('type', 'password');
    await expect(codeField(page)).toBeFocused();
    await expect(loginButton(page)).toContainText('Access Dashboard →');
    await expect(page.getByText(/code is generated automatically at bot startup/)).toBeVisible();
  });

  test.describe('with another brand', () => {
    test.use({ place: 'fresh', settings: { 'brand.name': 'Nitro Corner', 'brand.promo_text': '' } });

    test("shows the brand's name, and no promotion banner if its text is empty", async ({ page }) => {
      await page.goto('/');
      await expect(page).toHaveTitle('Nitro Corner Access');
      await expect(page.getByRole('heading', { level: 1, name: 'Nitro Corner Access' })).toBeVisible();
      await expect(page.getByRole('complementary', { name: 'Promotion' })).toHaveCount(0);
    });
  });

  test('shows and hides the access code', async ({ page }) => {
    await page.goto('/');
    await codeField(page).fill('secret');
    await page.getByRole('button', { name: 'Show access code' }).click();
    await expect(codeField(page)).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide access code' }).click();
    await expect(codeField(page)).toHaveAttribute('type', 'password');
    await expect(codeField(page)).toHaveValue('secret');
  });

  test('says that it needs storage where that is blocked, also on the way to the dashboard', async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 401/);
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    for (const path of ['/', '/dashboard']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(page.getByText("Signing in needs this browser's storage")).toBeVisible();
    }
  });

  test('clears the access code when it is restored from the back/forward cache', async ({ page }) => {
    await page.goto('/');
    await codeField(page).fill('secret');
    const again = page.waitForEvent('domcontentloaded');
    // Imitated, because browsers under test keep no documents.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await again;
    await expect(codeField(page)).toHaveValue('');
  });

  test('shows a refusal at the code field until that is edited', async ({ page, guard }) => {
    guard.allow(/status of 401/);
    await page.goto('/');
    const before = (await codeField(page).boundingBox())!;
    await loginButton(page).click();
    await expect(codeField(page)).toHaveAccessibleDescription('Required');
    expect((await codeField(page).boundingBox())!.y).toBe(before.y);
    await expect(page.getByText('Please enter your access code')).toHaveCount(1);
    await logIn(page, 'WRONG-WRONG');
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(codeField(page)).toHaveAccessibleDescription('This code was not accepted');
    await expect(page.getByText('Invalid access code.')).toHaveCount(1);
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill('other');
    await expect(codeField(page)).not.toHaveAttribute('aria-invalid');
  });

  test('has a promotion banner on top, whose discount code can be copied', async ({ page }) => {
    await page.goto('/');
    const banner = page.getByRole('complementary', { name: 'Promotion' });
    await expect(banner).toContainText('25%');
    await banner.getByRole('button', { name: 'BOOST25' }).click();
    await expectToast(page, 'Copied');
    expect(await clipboard(page)).toBe('BOOST25');
    const link = banner.getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://vouchbot.example.com/');
    await expect(link).toHaveAttribute('target', '_blank');
    const { y } = (await banner.boundingBox())!;
    expect(y).toBe(0);
  });

  test('has a dialog with help to find the access code', async ({ page }) => {
    await page.goto('/');
    const opener = page.getByRole('button', { name: 'Need help finding your access code?' });
    const help = page.getByRole('dialog', { name: 'Access Code Help' });
    await opener.click();
    await expect(help.getByRole('listitem')).toHaveText([
      /bot's console output/,
      /embed message in the community server's log channel/,
      /Restarting the bot generates a new code/,
    ]);
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.click();
    await help.getByRole('button', { name: 'Close' }).click();
    await expect(help).toBeHidden();

    await opener.click();
    await settled(page);
    await page.mouse.click(20, 780);
    await expect(help).toBeHidden();
  });

  test('signs in with the code alone, stores the token and opens the dashboard 500 ms later', async ({
    page,
    app,
  }) => {
    await stopClock(page);
    await page.goto('/');
    const asked = page.waitForRequest('**/api/auth/login');
    const answered = page.waitForResponse('**/api/auth/login');
    await logIn(page, `  ${app.accessCode} `);
    expect((await asked).postDataJSON()).toEqual({ captcha_key: '', access_code: app.accessCode });
    const { code, message, token } = (await (await answered).json()) as Record<string, unknown>;
    expect([code, typeof message]).toEqual([200, 'string']);
    await expect.poll(() => storedToken(page)).toBe(token);

    await page.clock.runFor(499);
    await expect(loginButton(page)).toBeDisabled();
    await expect(loginButton(page)).toContainText('Signing in...');
    await expect(page).toHaveURL('/');
    await page.clock.runFor(1);
    await expect(page).toHaveURL('/dashboard');
    await page.clock.resume();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  test('disables its button while signing in, keeps its width, and sends one request', async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 401/);
    const calls = requestsTo(page, /\/api\/auth\/login/);
    const answer = await hold(page, '**/api/auth/login');
    await page.goto('/');
    await expect(loginButton(page)).toBeEnabled();
    const before = await loginButton(page).boundingBox();
    await codeField(page).fill('code');
    await codeField(page).press('Enter');
    await expect(loginButton(page)).toBeDisabled();
    await expect(loginButton(page).getByText('Signing in...')).toBeVisible();
    await expect(loginButton(page).getByText('Access Dashboard →')).toBeHidden();
    expect((await loginButton(page).boundingBox())!.width).toBe(before!.width);
    await codeField(page).press('Enter');
    await loginButton(page).click({ force: true });
    answer();
    await expectToast(page, 'Invalid access code.');
    expect(calls).toHaveLength(1);
  });
});

test.describe('dashboard toasts', () => {
  test('are pink, bold and dark at the bottom in the middle, and last 4000 ms', async ({ page }) => {
    await stopClock(page);
    await page.goto('/');
    await loginButton(page).click();
    const shown = toast(page, 'Please enter your access code');
    await expect(shown).toBeVisible();
    await settled(page);
    await expectGround(shown, '--pink');
    await expect(shown).toHaveCSS('background-color', 'rgb(255, 130, 190)');
    await expect(shown).toHaveCSS('color', 'rgb(41, 8, 26)');
    await expect(shown).toHaveCSS('border-radius', '10px');
    await expect(shown).toHaveCSS('font-weight', '700');
    await expect(shown).toHaveCSS('text-align', 'center');
    const box = (await shown.boundingBox())!;
    expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThanOrEqual(1);
    expect(800 - (box.y + box.height)).toBeLessThan(40);

    await idle(page);
    await page.clock.runFor(3999);
    await expect(shown).toBeVisible();
    await page.clock.runFor(1);
    await expect(shown).toHaveCount(0);
  });

  test('stay while the pointer is over them', async ({ page }) => {
    await stopClock(page);
    await page.goto('/');
    await loginButton(page).click();
    const shown = toast(page, 'Please enter your access code');
    await expect(shown).toBeVisible();
    await idle(page);
    await page.clock.runFor(3000);
    await shown.hover();
    await idle(page);
    await page.clock.runFor(60_000);
    await expect(shown).toBeVisible();
    await page.mouse.move(0, 300);
    await idle(page);
    await page.clock.runFor(1000);
    await expect(shown).toHaveCount(0);
  });

  test('are queued up to twenty, and shown three at a time', async ({ page }) => {
    await stopClock(page);
    await page.goto('/');
    const shown = toast(page, 'Please enter your access code');
    for (let press = 0; press < 25; press++) await loginButton(page).press('Enter');
    const waves = [3, 3, 3, 3, 3, 3, 2];
    for (const wave of waves) {
      await expect(shown).toHaveCount(wave);
      await idle(page);
      await page.clock.runFor(4000);
    }
    await expect(shown).toHaveCount(0);
  });

  test('fit on a phone', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/');
    await loginButton(page).click();
    const shown = toast(page, 'Please enter your access code');
    await expect(shown).toBeInViewport({ ratio: 1 });
  });
});
