import type { Page } from '@playwright/test';
import { clipboard, fadeSlowly } from './support/controls';
import { expectToast, openListening, stat, toast } from './support/dashboard';
import { expectColour, expectFromTheTop, expectGround, settled } from './support/look';
import { hold } from './support/network';
import { dialog, open, ordersOfEveryRate, rates, row } from './support/orders';
import { guild, type Shop } from './support/shop';
import { desktop, expect, phone, test } from './support/test';

test.use({ signedInAs: 'owner' });

/** Opens an order and marks a token without saving. Returns also the question that is asked before the mark is lost. */
async function openMarked(page: Page, shop: Shop) {
  await shop.storefront();
  const id = await shop.order({ amount: 4 });
  await page.goto('/dashboard/orders');
  const box = await open(page, id);
  await box.getByRole('button', { name: 'Deliver', exact: true }).first().click();
  return {
    id,
    box,
    chosen: box.getByRole('button', { name: 'Deliver', exact: true, pressed: true }),
    question: page.getByRole('alertdialog', { name: 'Close without saving?' }),
  };
}

test('the order dialog shows boosts and success rate, in the colour of the rate', async ({ page, shop }) => {
  const ids = await ordersOfEveryRate(shop);
  await page.goto('/dashboard/orders');
  for (const [index, { amount, ok, percent, inDialog }] of rates.entries()) {
    const box = await open(page, ids[index]!);
    const figure = (name: string) =>
      box.getByText(name, { exact: true }).locator('xpath=../following-sibling::dd');
    await expect(figure('Successful')).toHaveText(String(ok * 2));
    await expect(figure('Failed')).toHaveText(String(amount - ok * 2));
    await expect(figure('Success Rate')).toHaveText(percent);
    await expectColour(figure('Success Rate'), `--${inDialog}`);
    await expectGround(box.getByRole('progressbar').locator('div'), `--${inDialog}-fill`);
    await page.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
  }
});

// Imitated: the server never delivers more than was ordered.
test('the order dialog caps the success rate at 100%', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 4, deliver: { ok: 2 } });
  const order = await shop.readOrder(id);
  order.amount = 2;
  await page.route(`**/api/dashboard/orders/${id}/order.json`, (route) => route.fulfill({ json: order }));
  await page.goto('/dashboard/orders');
  await expect(row(page, id).getByText('200%')).toBeVisible();
  await expect(row(page, id)).toContainText('Completed');
  const box = await open(page, id);
  await expect(box.getByText('100%', { exact: true })).toBeVisible();
  await expect(box.getByText('200%')).toHaveCount(0);
});

test('the keys D and F mark tokens as delivered or failed, row by row', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 6 });
  await page.goto('/dashboard/orders');
  await expect(row(page, id)).toContainText('%');
  const box = await open(page, id);
  const rows = box.getByRole('group', { name: 'Verdict' });
  const pressed = (row: number, name: string) => rows.nth(row).getByRole('button', { name, pressed: true });
  await expect(rows.first().getByRole('button', { name: 'Deliver' })).toBeFocused();
  await page.keyboard.press('d');
  await page.keyboard.press('f');
  await expect(pressed(0, 'Deliver')).toBeVisible();
  await expect(pressed(1, 'Failed')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+D');
  await page.keyboard.press('D');
  await expect(pressed(1, 'Deliver')).toBeVisible();
  await page.keyboard.press('f');
  await expect(box).toContainText('3 of 3');
  await box.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(box).toContainText('Partial');
});

test('the keys D and F mark tokens wherever the focus is, except in a text field', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 8 });
  // Opened by its address, the dialog is there before the order's tokens are.
  await page.goto(`/dashboard/orders?order=${id}`);
  const box = dialog(page);
  await expect(box).toContainText('0 of 4');
  await expect(box).toContainText('anywhere but in a text field');
  const lines = box.getByRole('group', { name: 'Verdict' });
  const pressed = (line: number, name: string) =>
    lines.nth(line).getByRole('button', { name, pressed: true });
  await box.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('d');
  await expect(pressed(0, 'Deliver')).toBeVisible();
  await expect(lines.nth(1).getByRole('button', { name: 'Deliver' })).toBeFocused();

  await box.getByRole('textbox', { name: 'New note' }).fill('');
  await page.keyboard.type('faded');
  await expect(box.getByRole('textbox', { name: 'New note' })).toHaveValue('faded');
  await expect(box).toContainText('1 of 4');

  await box.getByRole('button', { name: 'Copy status link' }).click();
  await page.keyboard.press('f');
  await expect(pressed(1, 'Failed')).toBeVisible();
  // No control has the focus, so the page gets the key.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('d');
  await expect(box).toContainText('3 of 4');

  // While a question is open above the order, its keys do nothing.
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Back' }).focus();
  await page.keyboard.press('f');
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(question).toHaveCount(0);
  await expect(box).toContainText('3 of 4');

  await lines.nth(3).getByRole('button', { name: 'Failed' }).focus();
  await page.keyboard.press('d');
  // The focus stays on the last row, and pressing the same key again keeps the verdict.
  await page.keyboard.press('d');
  await expect(pressed(3, 'Deliver')).toBeVisible();
  await expect(box).toContainText('4 of 4');
});

test('the keys D and F can be turned off, also across a reload, and on again', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 4 });
  await page.goto(`/dashboard/orders?order=${id}`);
  const box = dialog(page);
  await box.getByRole('button', { name: 'Turn D and F off' }).click();
  for (const again of [false, true]) {
    if (again) await page.reload();
    const lines = box.getByRole('group', { name: 'Verdict' });
    await lines.first().getByRole('button', { name: 'Deliver' }).focus();
    await page.keyboard.press('d');
    await page.keyboard.press('ArrowDown');
    await expect(lines.nth(1).getByRole('button', { name: 'Deliver' })).toBeFocused();
    await expect(box).toContainText('0 of 2');
    await expect(box).not.toContainText('anywhere but in a text field');
  }
  await box.getByRole('button', { name: 'Turn D and F on' }).click();
  await page.keyboard.press('f');
  await expect(box).toContainText('1 of 2');
});

test('a verdict that is chosen while others are being saved is kept', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 8 });
  await page.goto(`/dashboard/orders?order=${id}`);
  const box = dialog(page);
  await expect(box).toContainText('0 of 4');
  await page.keyboard.press('d');
  await page.keyboard.press('f');
  const answer = await hold(page, '**/deliver');
  await box.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('d');
  await expect(box).toContainText('3 of 4');
  answer();
  await expectToast(page, 'Saved.');
  await expect(box).toContainText('1 of 2');
});

test('the order dialog takes no verdict while it fades out', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 8 });
  await page.goto(`/dashboard/orders?order=${id}`);
  const box = dialog(page);
  await expect(box).toContainText('0 of 4');
  await box.evaluate((open: HTMLDialogElement) => {
    const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'd' }));
    open.addEventListener('close', press);
    open.close();
    press();
  });
  await expect(page).toHaveURL('/dashboard/orders');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('closing the order dialog goes back in the browser history, and adds no entry', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const ids = [await shop.order(), await shop.order()];
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Orders/ }).click();
  for (const id of ids) {
    await open(page, id);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard/orders');
  }
  await open(page, ids[0]!);
  await page.keyboard.press('ArrowLeft');
  await expect(dialog(page).getByRole('heading', { name: ids[1] })).toBeVisible();
  await expect(page).toHaveURL(`/dashboard/orders?order=${ids[1]}`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/dashboard/orders');
  await expect(row(page, ids[1]!).getByRole('button')).toBeFocused();
  await page.goForward();
  await expect(dialog(page).getByRole('heading', { name: ids[1] })).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
});

test('an order opens while the dialog of another one still fades out', async ({ page, shop }) => {
  await shop.storefront();
  const ids = [await shop.order(), await shop.order()];
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Orders/ }).click();
  await open(page, ids[0]!);
  await fadeSlowly(page);
  await page.keyboard.press('Escape');
  await row(page, ids[1]!).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/orders?order=${ids[1]}`);
  await expect(dialog(page).getByRole('heading', { name: ids[1] })).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/orders');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
});

test('a link that is clicked at the moment the order dialog closes is followed', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Orders/ }).click();
  await open(page, id);
  await page.getByRole('link', { name: 'Home', includeHidden: true }).evaluate((home: HTMLElement) => {
    document.querySelector('dialog')!.close();
    home.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    home.click();
  });
  await expect(page).toHaveURL('/dashboard');
  await expect(stat(page, 'Total Orders')).toHaveText('1');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/orders');
});

test('the order dialog steps to an order of the next page, and back', async ({ page, shop }) => {
  await shop.storefront();
  const ids: string[] = [];
  for (let count = 0; count < 11; count++) ids.unshift(await shop.order());
  await page.goto(`/dashboard/orders?size=10&order=${ids[9]}`);
  await expect(dialog(page)).toContainText('10 of 11');
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page)).toContainText(ids[10]!);
  await expect(dialog(page)).toContainText('11 of 11');
  await expect(page).toHaveURL(/page=2/);
  await expect(dialog(page).getByRole('button', { name: 'Next order' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Previous order' }).click();
  await expect(dialog(page)).toContainText('10 of 11');
  await expect(page).toHaveURL(/page=1/);
});

test('the order dialog stays on its page of orders after a step was cancelled', async ({ page, shop }) => {
  await shop.storefront();
  const ids: string[] = [];
  for (let count = 0; count < 11; count++) ids.unshift(await shop.order());
  await page.goto(`/dashboard/orders?size=10&order=${ids[9]}`);
  const box = dialog(page);
  await box.getByRole('button', { name: 'Deliver', exact: true }).click();
  await box.getByRole('button', { name: 'Next order' }).click();
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(question).toHaveCount(0);
  await box.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Saved.');
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/orders?size=10');
});

test('the order dialog offers to replace failed tokens until each has a replacement', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const id = await shop.order({ amount: 4, deliver: { ok: 1, failed: 1 } });
  await shop.stock(1);
  await page.goto(`/dashboard/orders?order=${id}`);
  await dialog(page).getByRole('button', { name: 'Replace failed' }).click();
  await expectToast(page, '1 token replaced.');
  await shop.deliver(id, { ok: 1 });
  await page.reload();
  await expect(dialog(page)).toContainText('Completed');
  await expect(dialog(page).getByRole('button', { name: 'Replace failed' })).toHaveCount(0);
});

test('a note is added once if it is submitted again while it is being sent', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 4, deliver: { ok: 1, failed: 1 } });
  await shop.stock(1);
  const arrive = await hold(page, '**/notes');
  await page.goto(`/dashboard/orders?order=${id}`);
  await dialog(page).getByLabel('New note').fill('Paid twice');
  const add = dialog(page).getByRole('button', { name: 'Add Note' });
  await add.click();
  await expect(add).toHaveAttribute('aria-busy', 'true');
  await dialog(page).getByRole('button', { name: 'Replace failed' }).click();
  await expectToast(page, '1 token replaced.');
  await add.dispatchEvent('click');
  arrive();
  await expect(add).not.toHaveAttribute('aria-busy');
  await expect(dialog(page).getByLabel('New note')).toHaveValue('');
  expect((await shop.readOrder(id)).notes).toHaveLength(1);
});

test.describe('the order dialog', () => {
  const links = { storeLink: 'https://nova.example.com/', discordLink: 'https://discord.gg/nova' };

  test('copies each field and each list of tokens', async ({ page, app, shop }) => {
    await shop.storefront(links);
    const id = await shop.order({
      amount: 6,
      deliver: { ok: 2, failed: 1 },
      discordInvite: 'https://discord.gg/lofi-lounge',
      displayname: 'Mika’s corner',
      bio: 'Tea and synths',
    });
    const order = await shop.readOrder(id);
    await page.goto('/dashboard/orders');
    const box = await open(page, id);
    await expect(box).toContainText('Partial');
    const copies: [string, string][] = [
      ['Copy Guild ID', order.guildId],
      ['Copy Invite', 'https://discord.gg/lofi-lounge'],
      ['Copy Stock Type', 'One Month Tokens'],
      ['Copy BB Guild ID', guild],
      ['Copy Email', 'mika@example.com'],
      ['Copy Display name', 'Mika’s corner'],
      ['Copy Bio', 'Tea and synths'],
      ['Copy status link', `${app.origin}/api/${guild}/order/${id}/status`],
    ];
    for (const [name, text] of copies) {
      await box.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => clipboard(page)).toBe(text);
    }
    const lists: [string, string[]][] = [
      ['Successful tokens', order['tokens-used'].success],
      ['Failed tokens', order['tokens-used'].failed],
    ];
    for (const [name, tokens] of lists) {
      await box.getByRole('region', { name }).getByRole('button', { name: 'Copy All', exact: true }).click();
      await expect.poll(() => clipboard(page)).toBe(tokens.join('\n'));
    }
    await expect(toast(page, 'Copied').first()).toBeVisible();
    await expect(box.getByRole('region', { name: 'Successful tokens' }).getByRole('listitem')).toHaveText(
      order['tokens-used'].success,
    );
    await expect(box.getByRole('region', { name: 'Failed tokens' }).getByRole('listitem')).toHaveText(
      order['tokens-used'].failed,
    );
  });

  test('has tokens that can be selected and copied whole, elided or not', async ({ page, shop }) => {
    await shop.storefront();
    const tokens = ['MTIzNDU2Nzg5.token.0', `MTIzNDU2Nzg5.${'aBcDeFgHiJ'.repeat(9)}.1`];
    await shop.stock(tokens);
    const id = await shop.key(4);
    await shop.redeem(id);
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      await page.goto('/dashboard/orders');
      const box = await open(page, id);
      for (const token of tokens) {
        await box.getByTitle(token).click({ clickCount: 3, position: { x: 10, y: 8 } });
        await page.keyboard.press('Control+c');
        await expect.poll(async () => (await clipboard(page)).trimEnd()).toBe(token);
      }
    }
  });

  test('opens the store and the community in new tabs', async ({ page, shop }) => {
    await shop.storefront(links);
    const id = await shop.order({ deliver: { ok: 1 } });
    await page.goto('/dashboard/orders');
    const box = await open(page, id);
    for (const href of Object.values(links)) {
      const link = box.locator(`a[href="${href}"]`);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
    }
    await expect(box.getByRole('link')).toHaveCount(2);
  });

  test('has no store and community buttons if the storefront has no links', async ({ page, shop }) => {
    await shop.storefront();
    const id = await shop.order({ deliver: { ok: 1 } });
    await page.goto('/dashboard/orders');
    await expect((await open(page, id)).getByRole('link')).toHaveCount(0);
  });

  test('shows a toast when there is nothing to copy, or when copying fails', async ({ page, shop }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error()) },
      });
    });
    await shop.storefront();
    const id = await shop.order({ deliver: { ok: 1 } });
    await page.goto('/dashboard/orders');
    const box = await open(page, id);
    await box
      .getByRole('region', { name: 'Failed tokens' })
      .getByRole('button', { name: 'Copy All' })
      .click();
    await expectToast(page, 'Nothing to copy');
    await box.getByRole('button', { name: 'Copy Guild ID', exact: true }).click();
    await expectToast(page, 'Copy failed');
  });

  test('has a URL, closes by Escape, Close, backdrop and Back, and gives the focus back', async ({
    page,
    shop,
  }) => {
    await shop.storefront();
    const id = await shop.order({ deliver: { ok: 1 } });
    await page.goto(`/dashboard/orders?order=${id}`);
    await expect(dialog(page)).toContainText(id);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard/orders');

    const opener = row(page, id).getByRole('button');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialog(page).getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(10, 790),
    ]) {
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/dashboard/orders?order=${id}`);
      await expect(dialog(page).getByRole('progressbar')).toBeVisible();
      await settled(page);
      await close();
      await expect(dialog(page)).toHaveCount(0);
      await expect(opener).toBeFocused();
    }

    await opener.click();
    await expect(dialog(page)).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
  });

  test('shows an error when the order does not exist', async ({ page, guard }) => {
    guard.allow(/status of 404/);
    await page.goto('/dashboard/orders?order=NOSUC-HORDE-RNOSU-CHORD');
    await expect(dialog(page)).toContainText('This order could not be loaded');
  });
});

test.describe('an order that the seller delivers', () => {
  test('is processing until each token has a verdict', async ({ page, shop }) => {
    await shop.storefront();
    const id = await shop.order({ amount: 8 });
    const { pending } = await shop.readOrder(id);
    await page.goto('/dashboard/orders');
    await expect(row(page, id)).toContainText('Processing');
    await expectColour(row(page, id).getByText('0%', { exact: true }), '--blue');

    const box = await open(page, id);
    await expect(box).toContainText('Processing');
    const verdicts = box.getByRole('region', { name: 'Waiting for delivery' });
    const save = box.getByRole('button', { name: 'Save', exact: true });
    await expect(verdicts).toContainText('0 of 4');
    await expect(save).toBeDisabled();
    // 0% as in the list, but grey: there is no result to judge yet.
    await expectColour(box.getByText('0%', { exact: true }), '--fg3');
    const line = (token: string) => verdicts.getByRole('listitem').filter({ hasText: token });
    await line(pending[0]!).getByRole('button', { name: 'Deliver' }).click();
    await line(pending[1]!).getByRole('button', { name: 'Failed' }).click();
    await line(pending[2]!).getByRole('button', { name: 'Failed' }).click();
    await expect(line(pending[1]!).getByRole('button', { name: 'Failed' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    // The same again takes it back.
    await line(pending[2]!).getByRole('button', { name: 'Failed' }).click();
    await expect(verdicts).toContainText('2 of 4');
    await save.click();
    await expect(verdicts).toContainText('0 of 2');
    await expect(box.getByRole('region', { name: 'Successful tokens' })).toContainText(pending[0]!);
    await expect(box.getByRole('region', { name: 'Failed tokens' })).toContainText(pending[1]!);
    await expect(row(page, id)).toContainText('Processing');

    await verdicts.getByRole('button', { name: 'All delivered' }).click();
    await save.click();
    await expect(verdicts).toHaveCount(0);
    await expect(box).toContainText('Partial');
    await expect(box.getByRole('heading', { name: id })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row(page, id)).toContainText('Partial');
    await expectColour(row(page, id).getByText('75%', { exact: true }), '--amber');
  });

  test('with unsaved marks asks at each Escape, and another Escape cancels the question', async ({
    page,
    shop,
  }) => {
    const { id, box, question } = await openMarked(page, shop);
    for (let round = 0; round < 3; round++) {
      await page.keyboard.press('Escape');
      await expect(question).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(box).toBeVisible();
    }
    await box.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(row(page, id)).toBeVisible();
  });

  test('with unsaved marks asks at each Escape also while nothing has the focus', async ({ page, shop }) => {
    const { id, chosen, question } = await openMarked(page, shop);
    for (let round = 0; round < 3; round++) {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Back' }).click();
      await expect(question).toHaveCount(0);
      await expect(chosen).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await open(page, id);
  });

  test('with unsaved marks asks at an Escape at the moment the question is cancelled', async ({
    page,
    shop,
  }) => {
    const { question } = await openMarked(page, shop);
    await page.keyboard.press('Escape');
    for (let round = 0; round < 3; round++) {
      await question.getByRole('button', { name: 'Back' }).evaluate((back: HTMLElement) => {
        back.click();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      });
      await expect(question).toBeVisible();
    }
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
  });

  test('asks before unsaved marks are lost by Escape, Close, backdrop or Back', async ({ page, shop }) => {
    // Four ways out, each with its question.
    test.slow();
    const { id, box, chosen, question } = await openMarked(page, shop);
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => box.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(10, 790),
      () => page.goBack(),
    ]) {
      await leave();
      await expect(question).toContainText('1 mark on this order would be lost.');
      await question.getByRole('button', { name: 'Back' }).click();
      await expect(question).toHaveCount(0);
      // The step back in the history has been undone.
      await expect(page).toHaveURL(`/dashboard/orders?order=${id}`);
      await expect(chosen).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard/orders');
    expect((await shop.readOrder(id)).pending).toHaveLength(2);
  });

  test.describe('with automatic replacements', () => {
    test.use({ settings: { 'delivery.max_replacements': '1' } });

    test('gets a fresh token for a failed one, and is completed with it', async ({ page, shop }) => {
      await shop.storefront();
      const id = await shop.order({ amount: 2 });
      await shop.stock(['fresh-token']);
      await page.goto('/dashboard/orders');
      const box = await open(page, id);
      const verdicts = box.getByRole('region', { name: 'Waiting for delivery' });
      await verdicts.getByRole('button', { name: 'Failed' }).click();
      await box.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(verdicts.getByRole('listitem')).toContainText(['fresh-token']);
      await verdicts.getByRole('button', { name: 'Deliver', exact: true }).click();
      await box.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(verdicts).toHaveCount(0);
      await expect(box).toContainText('Completed');
    });
  });

  test('updates in the list without a reload when it is delivered elsewhere', async ({ page, shop }) => {
    await shop.storefront();
    const id = await shop.order({ amount: 4 });
    await openListening(page, '/dashboard/orders');
    await expect(row(page, id)).toContainText('Processing');
    await shop.deliver(id, { ok: 2 });
    await expect(row(page, id)).toContainText('Completed');
    await expect(stat(page, 'Completed (Loaded)')).toHaveText('1');
  });
});

test('an open order is printed alone, black on white, with all its tokens', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 40, deliver: { ok: 20 } });
  await page.goto('/dashboard/orders');
  const box = await open(page, id);
  await page.emulateMedia({ media: 'print' });
  await expect(box.getByText(id)).toBeVisible();
  await expect(box.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await expect(box.getByText('One Month Tokens')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(box).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  // All twenty tokens are printed. On a screen the list shows eight and scrolls.
  const list = box.getByRole('region', { name: 'Successful tokens' }).getByRole('list');
  expect(await list.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
  await expectFromTheTop(box);
});

test('an order that waits for verdicts is printed from its top, without buttons and fields', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const id = await shop.order({ amount: 40 });
  await page.goto('/dashboard/orders');
  const box = await open(page, id);
  await expect(box.getByRole('button', { name: 'Deliver', exact: true })).toHaveCount(20);
  await page.emulateMedia({ media: 'print' });
  await expectFromTheTop(box);
  await expect(box.getByRole('button')).toHaveCount(0);
  await expect(box.getByRole('textbox')).toHaveCount(0);
});

test('on a phone the order dialog is a sheet at the bottom, as wide as the screen', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(phone);
  await shop.storefront();
  const id = await shop.order({ deliver: { ok: 1 } });
  await page.goto('/dashboard/orders');
  const box = (await (await open(page, id)).boundingBox())!;
  expect(box.width).toBe(phone.width);
  expect(Math.round(box.y + box.height)).toBe(phone.height);
});

test('on a phone the order dialog has two rows of buttons, which toasts do not cover', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(phone);
  await shop.storefront({
    storeLink: 'https://store.example.com',
    discordLink: 'https://discord.gg/lofi-lounge',
  });
  const id = await shop.order({ amount: 8, deliver: { failed: 1 } });
  await page.goto(`/dashboard/orders?order=${id}`);
  const buttons = dialog(page).locator('footer').getByRole('button').or(dialog(page).locator('footer a'));
  await expect(buttons).toHaveText(['Copy status link', 'Community', 'Visit Store', 'Save']);
  await settled(page);
  const boxes = await Promise.all((await buttons.all()).map((one) => one.boundingBox()));
  expect(new Set(boxes.map((box) => box!.y)).size).toBe(2);
  await buttons.first().click();
  await toast(page, 'Copied').hover();
  const said = (await toast(page, 'Copied').boundingBox())!;
  expect(said.y + said.height).toBeLessThan(Math.min(...boxes.map((box) => box!.y)));
});

test('the order dialog focuses the same control whether opened by URL or by click', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const done = await shop.order({ amount: 2, deliver: { ok: 1 } });
  const waiting = await shop.order({ amount: 4 });
  const first = { [done]: 'Copy Guild ID', [waiting]: 'Deliver' };
  for (const [id, name] of Object.entries(first)) {
    const focused = dialog(page).getByRole('button', { name, exact: true }).first();
    await page.goto(`/dashboard/orders?order=${id}`);
    await expect(focused).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await open(page, id);
    await expect(focused).toBeFocused();
  }
});

test('closing an order that was opened from another screen focuses its row', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order();
  await page.goto('/dashboard/keys');
  await page.locator(`a[href*="order=${id}"]`).click();
  await expect(dialog(page)).toContainText(id);
  await expect(row(page, id)).toBeVisible();
  await settled(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, id).getByRole('button')).toBeFocused();
});

for (const viewport of [desktop, phone]) {
  test(`the order dialog is as large while it loads as afterwards (${viewport.width} px)`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewport);
    await shop.storefront();
    const id = await shop.order({ deliver: { ok: 1 } });
    const answer = await hold(page, `**/api/dashboard/orders/${id}/order.json`);
    await page.goto(`/dashboard/orders?order=${id}`);
    const close = dialog(page).getByRole('button', { name: 'Close' });
    await expect(dialog(page).locator('[aria-busy=true]')).toBeVisible();
    await settled(page);
    const places = async () => [await dialog(page).boundingBox(), await close.boundingBox()];
    const loading = await places();
    answer();
    await expect(dialog(page).getByRole('heading', { name: 'Notes' })).toBeAttached();
    expect(await places()).toEqual(loading);
  });
}
