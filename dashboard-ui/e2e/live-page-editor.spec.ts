import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { Schema } from '../src/api/types';
import { button } from './support/controls';
import { expectLedToLogin, expectToast, openListening, storedToken, toast } from './support/dashboard';
import { editor, hello, path, preview, problem, save, shown, write } from './support/live-page';
import { expectNoSidewaysScroll, moved } from './support/look';
import { logIn } from './support/login';
import { cut, refuse, writesFrom } from './support/network';
import { guild, type Shop } from './support/shop';
import { expect, phone, test } from './support/test';

const dirty = (page: Page) => page.getByText('Unsaved changes');
const stored = async (shop: Shop) =>
  (await shop.call<Schema<'CustomCode'>>('GET', '/api/fetch-custom-code')).code;

/** The styles that differ between a page in the seller's colour and a plain one. */
async function looksOf(page: Page | FrameLocator) {
  const style = (of: Locator, ...names: string[]) =>
    of.evaluate(async (one, all) => {
      // A colour that arrives with the data fades in.
      await Promise.all(one.getAnimations().map(({ finished }) => finished));
      return all.map((name) => getComputedStyle(one).getPropertyValue(name));
    }, names);
  return {
    title: await style(page.getByRole('heading', { level: 1 }), 'color', 'font-size'),
    icon: await style(page.getByText('Premium tokens').first().locator('svg'), 'color'),
    card: await style(page.locator('section').first(), 'background-color', 'border-top-color'),
    figure: await style(page.locator('section').first().getByText('3', { exact: true }), 'color'),
    store: await style(
      page.getByRole('link', { name: 'Visit Store' }),
      'background-color',
      'border-top-color',
      'color',
      'font-weight',
    ),
  };
}

test.use({ signedInAs: 'owner' });

test.describe('the live stock page editor', () => {
  test('restores unsaved code after the session ended and the user signed in again', async ({
    page,
    person,
    guard,
  }) => {
    guard.allow(/status of 401/);
    await page.goto(path);
    await write(page, hello('Unsaved'));
    await person!.signOut();
    await expectLedToLogin(page, 'You need to log in to access this page.');
    await logIn(page, person!.accessCode);
    await expect(page).toHaveURL('/dashboard');
    await page.goto(path);
    await expect(editor(page)).toContainText('Unsaved');
    await expect(dirty(page)).toBeVisible();
  });

  test('says how to leave it by keyboard, since Tab indents', async ({ page }) => {
    await page.goto(path);
    await editor(page).click();
    await expect(page.getByText('Press Escape and then Tab to leave the editor.')).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(editor(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(editor(page)).not.toBeFocused();
  });

  test('starts with the template, and saves edited code', async ({ page, shop }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(/^Edit Live Stock Page/);
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Live Stock Page' })).toBeVisible();
    await expect(editor(page)).toContainText(
      'export default function LiveStock({ stock, shop, updatedAt, underBar })',
    );
    await expect(dirty(page)).toHaveCount(0);

    await write(page, hello('Mine'));
    await expect(dirty(page)).toBeVisible();
    await button(page, 'Save Changes').click();
    await expectToast(page, 'Custom code saved successfully!');
    await expect(dirty(page)).toHaveCount(0);
    expect(await stored(shop)).toBe(hello('Mine'));

    await page.reload();
    await expect(editor(page)).toHaveText(hello('Mine'));
    await expect(dirty(page)).toHaveCount(0);
  });

  test('keeps every character of fast typing', async ({ page, shop }) => {
    await save(shop, '// one\n');
    await page.goto(path);
    await editor(page).click();
    await page.keyboard.press('Control+End');
    const text = 'let answer = 42; // as everybody knows, and nobody understands';
    await page.keyboard.type(text);
    await page.keyboard.press('Control+s');
    await expectToast(page, 'Custom code saved successfully!');
    expect(await stored(shop)).toBe(`// one\n${text}`);
    await page.keyboard.press('Control+z');
    await expect(dirty(page)).toBeVisible();
  });

  test('highlights JSX in four colours', async ({ page, shop }) => {
    await save(shop, 'const a = <b id="x">1</b>; // note');
    await page.goto(path);
    const colour = (text: string) =>
      editor(page)
        .getByText(text, { exact: true })
        .first()
        .evaluate((node) => getComputedStyle(node).color);
    const colours = [await colour('const'), await colour('"x"'), await colour('// note'), await colour('b')];
    expect(new Set(colours).size).toBe(4);
  });

  test('asks before it saves code that does not compile, and says what customers see then', async ({
    page,
    shop,
  }) => {
    await page.goto(path);
    await expect(page.getByText('Customers see the built-in page until you save one')).toBeVisible();
    await write(page, 'const page = 1;\nconst broken = <b>;');
    await button(page, 'Save Changes').click();
    const question = page.getByRole('alertdialog', { name: 'Save code that does not compile?' });
    await expect(question).toContainText(/Line \d+: /);
    await question.getByRole('button', { name: 'Back' }).click();
    await expect(question).toHaveCount(0);
    expect(await stored(shop)).toBe('');
    await expect(dirty(page)).toBeVisible();

    await page.keyboard.press('Control+s');
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expectToast(page, 'Custom code saved successfully!');
    // Keys that are typed before it has closed would go into the question.
    await expect(question).toHaveCount(0);
    await expect(page.getByText(/what is saved does not compile\. Line \d+: /)).toBeVisible();

    await write(page, hello('Mine'));
    await button(page, 'Save Changes').click();
    await expect(question).toHaveCount(0);
    await expect(page.getByText(/Customers see the built-in page/)).toHaveCount(0);
    expect(await stored(shop)).toBe(hello('Mine'));
  });

  test('has a template that looks the same as the built-in page', async ({ page, shop }) => {
    const storeLink = 'https://nova.example.com/';
    await shop.storefront({ storeLink, embedFooter: 'Restocked at noon' });
    await shop.stock(3);
    await page.goto(path);
    await button(page, 'Show Preview').click();
    // Until the counts are here, an example is shown.
    await expect(preview(page)).toContainText('Live counts of Nova Boosts');
    await expect(shown(page).getByText('3', { exact: true }).first()).toBeVisible();
    const drawn = [
      'Nova Boosts',
      'Live Stock',
      /^Updated /,
      '1 Month Stock',
      '3 Month Stock',
      'Premium tokens',
      'Server boosts',
      'Visit Store',
      'Restocked at noon',
    ];
    for (const text of drawn) await expect(shown(page).getByText(text).first()).toBeVisible();
    const fonts = () =>
      shown(page)
        .locator('main')
        .evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`));
    await expect.poll(fonts).toEqual(['Geist loaded']);
    const looks = await looksOf(shown(page));
    expect(await moved(shown(page).locator('main'))).toEqual(['transform']);
    await page.goto(`/${guild}/live-stock`);
    for (const text of drawn) await expect(page.getByText(text).first()).toBeVisible();
    expect(looks).toEqual(await looksOf(page));
  });

  test('says that customers see the built-in page until saved code that throws is fixed', async ({
    page,
    shop,
    guard,
  }) => {
    guard.allow(/nobody is not defined/);
    await shop.storefront();
    await save(shop, 'export default function LiveStock() {\n\n  return <p>{nobody.there}</p>;\n}');
    await page.goto(path);
    const notice = page.getByRole('status').filter({ hasText: 'Customers see the built-in page' });
    await expect(notice).toContainText('what is saved fails. Line 3: nobody is not defined');
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.goto(`/${guild}/live-stock`);
    await expect(page.getByRole('heading', { name: '1 Month Stock' })).toBeVisible();

    await page.goto(path);
    await expect(notice).toBeVisible();
    await write(page, hello('Mended'));
    await button(page, 'Save Changes').click();
    await expectToast(page, 'Custom code saved successfully!');
    await expect(notice).toHaveCount(0);
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  for (const [what, pattern] of [
    ['its frame fails to load', '**/frame/preview'],
    ['the frame scripts fail to load', '**/vendor/**'],
  ] as const) {
    test(`does not say "Customers see the built-in page" when ${what}`, async ({ page, shop, guard }) => {
      guard.allow(/status of 429/);
      await save(shop, hello('Mine'));
      await refuse(page, pattern, { status: 429 });
      await page.goto(path);
      await expect(page.locator('iframe')).toHaveCount(1);
      await expect(page.locator('iframe')).toHaveCount(0);
      await expect(page.getByText('Customers see the built-in page')).toHaveCount(0);
    });
  }

  test('shows code that is saved elsewhere if it has no unsaved changes, and can undo that', async ({
    page,
    shop,
  }) => {
    await openListening(page, path);
    await write(page, hello('Mine'));
    await button(page, 'Save Changes').click();
    await expect(dirty(page)).toHaveCount(0);
    await save(shop, hello('Theirs'));
    await expect(editor(page)).toHaveText(hello('Theirs'));
    await expect(dirty(page)).toHaveCount(0);
    await editor(page).focus();
    await page.keyboard.press('Control+z');
    await expect(editor(page)).toHaveText(hello('Mine'));
    await expect(dirty(page)).toBeVisible();
  });

  test('goes back to the template by "Reset to Default"', async ({ page, shop }) => {
    await save(shop, hello('Mine'));
    await page.goto(path);
    await button(page, 'Reset to Default').click();
    await expectToast(page, 'Code reset to default');
    await expect(editor(page)).toContainText('Your live stock page.');
    await expect(dirty(page)).toBeVisible();
    expect(await stored(shop)).toBe(hello('Mine'));
    await button(page, 'Save Changes').click();
    await expect(dirty(page)).toHaveCount(0);
    expect(await stored(shop)).toContain('Your live stock page.');
  });

  test('has its buttons uncovered by a toast on a phone', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(path);
    const bottom = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().bottom);
    const top = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().top);
    await button(page, 'Reset to Default').click();
    const said = toast(page, 'Code reset to default');
    await said.hover();
    await said.evaluate((one) =>
      Promise.all(one.getAnimations({ subtree: true }).map(({ finished }) => finished)),
    );
    expect(await bottom(said)).toBeLessThan(await top(button(page, 'Reset to Default')));
  });

  test('shows an error and keeps the code when saving fails in the server or the network', async ({
    page,
    guard,
  }) => {
    guard.allow(/Failed to load resource/);
    await page.goto(path);
    await write(page, hello('Mine'));
    for (const [fail, said] of [
      [() => refuse(page, '**/api/save-custom-code', { status: 500 }), 'Failed to save custom code'],
      [() => cut(page, '**/api/save-custom-code'), 'An error occurred while saving'],
    ] as const) {
      const mend = await fail();
      await button(page, 'Save Changes').click();
      await expectToast(page, said);
      await expect(dirty(page)).toBeVisible();
      await expect(editor(page)).toHaveText(hello('Mine'));
      await mend();
    }
  });

  test('shows an error when saving code that is too large', async ({ page, guard }) => {
    guard.allow(/status of 413/);
    await page.goto(path);
    await write(page, `// ${'x'.repeat(256 * 1024)}`);
    await button(page, 'Save Changes').click();
    await expectToast(page, 'Failed to save custom code');
  });

  test('asks before unsaved code is lost by leaving or closing the page', async ({ page }) => {
    await page.goto(path);
    await write(page, hello('Mine'));
    const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Orders' }).click();
    await leave.getByRole('button', { name: 'Stay' }).click();
    await expect(leave).toHaveCount(0);
    await expect(editor(page)).toHaveText(hello('Mine'));
    await page.getByRole('link', { name: 'Orders' }).click();
    await leave.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/orders$/);

    await page.goto(path);
    await write(page, hello('Mine'));
    await expect(dirty(page)).toBeVisible();
    const asked = page.waitForEvent('dialog');
    const closed = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await closed;
  });

  test('restores an older saved version', async ({ page, shop }) => {
    await page.goto(path);
    await button(page, 'Versions').click();
    const versions = page.getByRole('dialog', { name: 'Saved versions' });
    await expect(versions).toContainText('No versions yet');
    await versions.getByRole('button', { name: 'Close' }).click();
    for (const name of ['First', 'Second', 'Third']) await save(shop, hello(name));
    await page.reload();
    await button(page, 'Versions').click();
    await expect(versions.getByRole('listitem')).toHaveCount(3);
    await expect(versions.getByRole('listitem').first()).toContainText('In force');
    await versions.getByRole('listitem').nth(2).getByRole('button', { name: 'Bring back' }).click();
    await expect(versions).toHaveCount(0);
    await expect(editor(page)).toHaveText(hello('First'));
    await expect(dirty(page)).toBeVisible();
    expect(await stored(shop)).toBe(hello('Third'));
    await button(page, 'Save Changes').click();
    await expect(dirty(page)).toHaveCount(0);
    await button(page, 'Versions').click();
    await expect(versions.getByRole('listitem')).toHaveCount(4);
  });

  test('fits on a phone', async ({ page, shop }) => {
    await page.setViewportSize(phone);
    await shop.storefront();
    await page.goto(path);
    await expect(button(page, 'Save Changes')).toBeInViewport({ ratio: 1 });
    await button(page, 'Show Preview').click();
    await expect(shown(page).getByRole('heading', { name: 'Live Stock' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test('scrolls to the preview, which opens below the editor on a phone', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(path);
    await button(page, 'Show Preview').click();
    await expect(preview(page).getByRole('heading', { name: 'Preview' })).toBeInViewport({ ratio: 1 });
  });

  test('shows all its buttons in a window of 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    for (const name of ['Show Preview', 'Reset to Default', 'Save Changes']) {
      await expect(button(page, name)).toBeInViewport({ ratio: 1 });
    }
  });
});

test.describe('the live stock page preview', () => {
  test('shows the page with live stock counts, and follows new stock and typed code', async ({
    page,
    shop,
  }) => {
    await shop.storefront({ name: 'Nova Boosts' });
    await shop.stock(1234);
    await page.goto(path);
    await expect(button(page, 'Show Preview')).toBeVisible();
    await expect(preview(page)).toHaveCount(0);
    await button(page, 'Show Preview').click();
    await expect(shown(page).getByText('1,234')).toBeVisible();
    await expect(preview(page)).toContainText('Live counts of Nova Boosts');
    await shop.stock(1);
    await expect(shown(page).getByText('1,235')).toBeVisible();
    await write(page, hello('Mine'));
    await expect(shown(page).getByRole('heading', { name: 'Mine' })).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(1);
    await button(page, 'Hide Preview').click();
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('has example counts for a seller without a storefront', async ({ page }) => {
    await page.goto(path);
    await button(page, 'Show Preview').click();
    await expect(preview(page)).toContainText('Example counts');
    await expect(shown(page).getByText('128')).toBeVisible();
  });

  for (const [what, code, line, said] of [
    [
      'that does not compile',
      'export default function LiveStock() {\n  return <p>Hi</b>;\n}',
      2,
      'closing tag',
    ],
    [
      'that throws',
      'export default function LiveStock({ stock }) {\n\n  return <p>{nobody.there}</p>;\n}',
      3,
      'nobody is not defined',
    ],
    ['that never ends', 'let n = 0;\nwhile (true) n++;', 2, 'too long'],
  ] as const) {
    test(`shows error and line for code ${what}, and keeps the last working page`, async ({ page }) => {
      await page.goto(path);
      await button(page, 'Show Preview').click();
      await expect(shown(page).getByText('128')).toBeVisible();
      await write(page, code);
      await expect(problem(page)).toContainText(`Line ${line}: `);
      await expect(problem(page)).toContainText(said);
      // The last page that worked is still shown.
      await expect(shown(page).getByText('128')).toBeVisible();
      await problem(page)
        .getByRole('button', { name: `Line ${line}` })
        .click();
      await expect(editor(page)).toBeFocused();
      await expect(editor(page).locator('.cm-activeLine')).toHaveText(code.split('\n')[line - 1]!);
      await write(page, hello('Mended'));
      await expect(problem(page)).toHaveCount(0);
      await expect(shown(page).getByRole('heading', { name: 'Mended' })).toBeVisible();
    });
  }

  test('cannot read, change or leave the dashboard, and is removed when it hangs', async ({
    page,
    shop,
    guard,
    context,
  }) => {
    guard.allow(/./);
    guard.allowOrigin('https://evil.example');
    const writes = writesFrom(page);
    await page.goto(path);
    const token = await storedToken(page);
    await button(page, 'Show Preview').click();
    await write(
      page,
      `const done = [];
       for (const [name, attempt] of Object.entries({
         storage: () => localStorage.clear(), cookies: () => document.cookie, above: () => parent.document.body,
         away: () => { top.location.href = 'https://evil.example/'; }, up: () => { parent.location = '/'; },
       })) { try { attempt(); done.push(name); } catch {} }
       fetch('/api/save-custom-code', { method: 'POST', credentials: 'include', body: '"evil"' }).then(() => done.push('api'), () => {});
       for (const one of [{ type: 'saved' }, { type: 'run', code: '' }, 'Custom code saved successfully!']) parent.postMessage(one, '*');
       addEventListener('message', ({ data }) => data === 'hang' && new Function('for (;;) {}')());
       export default () => <p>Got: {done.join() || 'nothing'}</p>;`,
    );
    await expect(shown(page).getByText('Got: nothing')).toBeVisible();
    for (const frame of await page.locator('iframe').all())
      await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
    await page
      .locator('iframe:not(.invisible)')
      .evaluate((frame: HTMLIFrameElement) => frame.contentWindow!.postMessage('hang', '*'));
    // The page hangs now and is removed; the dashboard goes on working.
    await expect(problem(page)).toContainText('does not answer');
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(writes).toEqual([]);
    expect(context.pages()).toHaveLength(1);
    expect(await storedToken(page)).toBe(token);
    await expect(page).toHaveURL(path);
    expect(await stored(shop)).toBe('');
    await write(page, hello('Mended'));
    await expect(shown(page).getByRole('heading', { name: 'Mended' })).toBeVisible();
  });
});

test('customers see the code that is saved in the live stock page editor', async ({ page, shop }) => {
  await shop.storefront();
  await page.goto(path);
  await write(page, hello('Mine'));
  await button(page, 'Save Changes').click();
  await expectToast(page, 'Custom code saved successfully!');
  await page.goto(`/${guild}/live-stock`);
  await expect(shown(page).getByRole('heading', { name: 'Mine' })).toBeVisible();
});
