import { test } from './support/chat';
import { clipboard } from './support/controls';
import { expectToast } from './support/dashboard';
import { expectNoSidewaysScroll } from './support/look';
import { refuse } from './support/network';
import { expect, phone } from './support/test';

test.describe('a seller', () => {
  test.use({ signedInAs: 'seller' });

  test('is asked for a chat username once', async ({ page, app, guard }) => {
    guard.allowOrigin(app.origin.replace('http', 'ws'));
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Chat' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a username' })).toBeVisible();
    const field = page.getByLabel(/^Username/);
    const join = page.getByRole('button', { name: 'Join the chat' });
    await expect(field).toHaveValue('mika');
    for (const [name, complaint] of [
      ['   ', 'Enter a username'],
      ['n'.repeat(41), 'At most 40 characters'],
    ] as const) {
      await field.fill(name);
      await join.click();
      await expect(page.getByText(complaint)).toBeVisible();
      await expect(field).toBeFocused();
    }
    await field.fill(`  ${'n'.repeat(40)}  `);
    await join.click();
    await expect(page.getByRole('button', { name: 'n'.repeat(40) })).toBeVisible();
    await expect(page.getByText('No messages yet')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused();
  });

  for (const [name, author, what] of [
    ['nova', 'You', 'the same author'],
    ['nova at home', 'nova', 'another author'],
  ] as const) {
    test(`who has a name in another browser is ${what} when they join as ${name}`, async ({
      page,
      person,
      app,
      guard,
    }) => {
      guard.allowOrigin(app.origin.replace('http', 'ws'));
      const there = { authorId: 'from-another-browser', author: 'nova' };
      await person!.call('POST', '/api/chat/send', { ...there, content: 'hello from there' });
      await page.goto('/dashboard/chat');
      const field = page.getByLabel(/^Username/);
      await expect(field).toHaveValue(there.author);
      if (name !== there.author) await field.fill(name);
      await page.getByRole('button', { name: 'Join the chat' }).click();
      const authors = page.getByRole('log').getByText(/^(You|nova)$/);
      await expect(authors).toHaveText([author]);
    });
  }

  test('sees the Chat heading and an error when the server fails to load the chat', async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 500/);
    await refuse(page, '**/api/chat/**', { status: 500 });
    await page.goto('/dashboard/chat');
    await expect(page.getByText('Failed to load the chat')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toHaveCount(1);
  });
});

test.describe('two chat users', () => {
  test('exchange messages, and see who is here and who is typing', async ({ join }) => {
    const mika = await join('mika');
    const tidal = await join('tidal');
    await expect(mika.button('Who is here: 2 here')).toBeVisible();
    await Promise.all([
      // For five seconds.
      expect(mika.page.getByText('tidal is typing')).toBeVisible(),
      tidal.field.pressSequentially('hel'),
    ]);
    await tidal.field.fill('');
    await tidal.say('hello there');
    await expect(mika.message('hello there')).toBeVisible();
    await expect(mika.page.getByText('tidal is typing')).toHaveCount(0);
    await mika.say('hi');
    await mika.say('how are sales?');
    await expect(tidal.message('how are sales?')).toBeVisible();
    await expect(tidal.messages).toHaveCount(3);
    await tidal.hasSent('hello there');
    await expect(tidal.log.getByText('You', { exact: true })).toHaveCount(1);
    await expect(tidal.log.getByText('mika', { exact: true })).toHaveCount(1);
    await expect(tidal.log.getByText('just now').first()).toHaveAttribute('title', /\d{4}, \d\d:\d\d$/);
    await expect(tidal.log.getByText('Today')).toHaveCount(1);
    await mika.page.close();
    await expect(tidal.button('Who is here: 1 here')).toBeVisible();
  });

  test('can reply to and mention each other, which shows the other one a toast', async ({ join }) => {
    const mika = await join('mika');
    const tidal = await join('tidal');
    await mika.say('anyone else with slow joins?');
    await tidal.message('slow joins').hover();
    await tidal.message('slow joins').getByRole('button', { name: 'Reply' }).click();
    await expect(tidal.page.getByText('Reply to mika')).toBeVisible();
    await mika.button(/^Who is here/).click();
    await expect(mika.page.getByRole('list', { name: 'Here now' }).getByRole('listitem')).toHaveCount(2);
    await tidal.say('yes, here too');
    await expectToast(mika.page, 'tidal replied to you');
    await tidal.field.pressSequentially('@mi');
    await expect(tidal.page.getByRole('option', { name: 'mika' })).toHaveAttribute('aria-selected', 'true');
    await tidal.field.press('Enter');
    await expect(tidal.field).toHaveValue('@mika ');
    await tidal.field.pressSequentially('look');
    await tidal.field.press('Enter');
    await expectToast(mika.page, 'tidal mentioned you');
    await expect(mika.message('@mika look')).toBeVisible();
    await mika.page.keyboard.press('Escape');
    const answer = mika.message('yes, here too');
    await answer.getByRole('button', { name: 'Go to the message of You that this answers' }).click();
    await expect(mika.messages.first()).toBeFocused();
  });

  test('gets the tools of a message on a phone beside it, or directly below it', async ({ join }) => {
    const mika = await join('mika');
    await mika.page.setViewportSize(phone);
    const long = 'a message that takes up all of the room that there is on a phone';
    for (const text of ['short', long]) {
      await mika.say(text);
      await mika.hasSent(text);
    }
    const boxes = async (text: string) => {
      await mika.message(text).hover();
      const reply = mika.message(text).getByRole('button', { name: 'Reply' });
      await expect(reply).toBeVisible();
      return {
        words: (await mika.message(text).getByText(text, { exact: true }).boundingBox())!,
        tool: (await reply.boundingBox())!,
      };
    };
    const beside = await boxes('short');
    expect(beside.words.x - beside.tool.x).toBeGreaterThan(beside.tool.width);
    expect(beside.words.x - beside.tool.x).toBeLessThan(110);
    expect(Math.abs(beside.words.y - beside.tool.y)).toBeLessThan(10);
    const below = await boxes(long);
    const gap = below.tool.y - (below.words.y + below.words.height);
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(24);
  });

  test('can edit and delete only their own messages', async ({ join }) => {
    const mika = await join('mika');
    const tidal = await join('tidal');
    await tidal.say('their');
    await mika.say('teh first');
    await mika.hasSent('teh first');
    await mika.field.press('ArrowUp');
    await expect(mika.field).toHaveValue('teh first');
    await mika.field.fill('the first');
    await mika.field.press('Enter');
    await expect(tidal.message('the first')).toContainText('edited');
    await expect(mika.field).toHaveValue('');

    await mika.message('their').hover();
    await mika.message('their').getByRole('button', { name: 'Actions for message of tidal' }).click();
    await expect(mika.page.getByRole('menuitem')).toHaveText(['Reply', 'Copy text']);
    await mika.page.getByRole('menuitem', { name: 'Copy text' }).click();
    await expectToast(mika.page, 'Copied');
    expect(await clipboard(mika.page)).toBe('their');

    await mika.act(mika.message('the first'), 'Delete');
    await mika.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(tidal.message('the first')).toHaveCount(0);
    await expect(mika.message('the first')).toHaveCount(0);
    await tidal.page.reload();
    await expect(tidal.messages).toHaveCount(1);
  });
});

test.describe('an admin', () => {
  test("deletes other users' chat messages, and mutes and unmutes users", async ({ join }) => {
    const tidal = await join('tidal');
    const boss = await join('boss', { admin: true });
    await tidal.say('buy followers');
    await boss.act(boss.message('buy followers'), 'Delete');
    await boss.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(tidal.messages).toHaveCount(0);

    await tidal.say('buy them here');
    await boss.act(boss.message('buy them here'), 'Mute tidal');
    const question = boss.page.getByRole('alertdialog', { name: 'Mute tidal?' });
    await question.getByRole('combobox', { name: 'For how long' }).click();
    await boss.page.getByRole('option', { name: 'Until unmuted' }).click();
    await question.getByRole('button', { name: 'Mute' }).click();
    await expect(tidal.page.getByText('You are muted.')).toBeVisible();
    await expect(tidal.field).toHaveCount(0);
    await tidal.page.reload();
    await expect(tidal.page.getByText('You are muted.')).toBeVisible();

    await boss.button(/^Who is here/).click();
    await boss.button('Unmute tidal').click();
    await expect(tidal.field).toBeVisible();
    await boss.page.keyboard.press('Escape');
    await tidal.say('sorry');
    await expect(boss.message('sorry')).toBeVisible();
  });
});

test.describe('a chat message', () => {
  test('is shown as text with safe links, never as markup', async ({ join }) => {
    const mika = await join('mika');
    const text =
      '<img src=x onerror="document.title=1"> <b>bold</b> javascript:alert(1) https://shop.example/a?b=1.';
    const looked = mika.page.waitForResponse('**/api/link/preview*');
    await mika.say(text);
    await mika.hasSent('bold');
    await looked;
    await expect(mika.messages).toContainText(text);
    const link = mika.messages.getByRole('link');
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAttribute('href', 'https://shop.example/a?b=1');
    await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(mika.messages.locator('b, img')).toHaveCount(0);
  });

  test('can have up to 4,000 characters', async ({ join }) => {
    const mika = await join('mika');
    await mika.field.fill('漢'.repeat(4001));
    await expect(mika.page.getByText('1 too many')).toBeVisible();
    await expect(mika.button('Send')).toBeDisabled();
    await mika.field.fill('漢'.repeat(4000));
    await expect(mika.page.getByText('0 left')).toBeVisible();
    await mika.field.press('Enter');
    await mika.hasSent('漢漢漢');
    await mika.page.setViewportSize(phone);
    await expectNoSidewaysScroll(mika.page);
  });

  test('can have several lines, and emoji by shortcode or from the picker', async ({ join }) => {
    const mika = await join('mika');
    await mika.field.pressSequentially('one');
    await mika.field.press('Shift+Enter');
    await mika.field.pressSequentially('two :rock');
    await expect(mika.page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
    await mika.field.press('ArrowDown');
    await mika.field.press('Tab');
    await expect(mika.field).toHaveValue('one\ntwo 🚀 ');
    await mika.button('Emoji').click();
    const search = mika.page.getByRole('searchbox', { name: 'Search emoji' });
    await search.fill('tada');
    await mika.button('tada').click();
    await expect(mika.field).toBeFocused();
    await mika.button('Emoji').click();
    await search.fill('nothing like it');
    await search.press('Enter');
    await expect(search).toBeFocused();
    await search.fill('fire');
    await search.press('Enter');
    await expect(mika.field).toBeFocused();
    await expect(mika.field).toHaveValue('one\ntwo 🚀 🎉🔥');
    await expect(mika.messages).toHaveCount(0);
    await mika.field.press('Enter');
    await mika.hasSent('two 🚀 🎉🔥');
  });

  test('takes an emoji that is searched before the browser reports the picker as open', async ({ join }) => {
    const mika = await join('mika');
    const search = mika.page.getByRole('searchbox', { name: 'Search emoji' });
    await mika.button('Emoji').evaluate((opener: HTMLElement) => {
      opener.click();
      const input = document.querySelector<HTMLInputElement>('[aria-label="Search emoji"]')!;
      // Like typing, the native setter bypasses the one that React has put on the element.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'fire');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect(search).toBeFocused();
    await search.press('Enter');
    await expect(mika.field).toHaveValue('🔥');
    await mika.button('Emoji').click();
    await expect(search).toBeFocused();
    await mika.page.getByRole('dialog', { name: 'Emoji' }).evaluate((picker: HTMLElement) => {
      picker.hidePopover();
      picker.showPopover();
    });
    await expect(search).toBeFocused();
  });

  test('is kept as a draft with its reply across a reload until it is sent', async ({ join }) => {
    const mika = await join('mika');
    await mika.say('hello');
    await mika.hasSent('hello');
    await mika.message('hello').hover();
    await mika.message('hello').getByRole('button', { name: 'Reply' }).click();
    await mika.field.fill('not done yet');
    await mika.page.reload();
    await expect(mika.field).toHaveValue('not done yet');
    await expect(mika.page.getByText('Reply to mika')).toBeVisible();
    await mika.button('Cancel reply').click();
    await mika.field.press('Enter');
    await mika.hasSent('not done yet');
    await mika.page.reload();
    await expect(mika.message('not done yet')).toBeVisible();
    await expect(mika.field).toHaveValue('');
  });
});

test('a changed chat username applies to later messages only', async ({ join }) => {
  const mika = await join('mika');
  const tidal = await join('tidal');
  await mika.say('old');
  await mika.button(/^Chatting as/).click();
  await mika.page
    .getByRole('dialog')
    .getByLabel(/^Username/)
    .fill('mika two');
  await mika.button('Save').click();
  await mika.say('new');
  await expect(tidal.log.getByText('mika two', { exact: true })).toBeVisible();
  await expect(tidal.log.getByText('mika', { exact: true })).toBeVisible();
});

test('the keyboard reaches every chat message and its actions', async ({ join }) => {
  const mika = await join('mika');
  // Enough to scroll.
  for (const text of ['first', ...'abcdefghijkl', 'second', 'third']) {
    await mika.say(`${text}\n\n\nend of ${text}.`);
    await mika.hasSent(`end of ${text}.`);
  }
  await mika.field.press('Shift+Tab');
  await mika.messages.last().focus();
  await mika.page.keyboard.press('ArrowUp');
  await expect(mika.message('second')).toBeFocused();
  for (let at = 12; at > 0; at--) {
    await mika.page.keyboard.press('ArrowUp');
    await expect(mika.messages.nth(at)).toBeFocused();
    await expect(mika.messages.nth(at)).toBeInViewport();
  }
  await mika.page.keyboard.press('End');
  await expect(mika.message('third')).toBeInViewport();
  await mika.page.keyboard.press('Home');
  await expect(mika.message('first')).toBeFocused();
  await expect(mika.message('first')).toBeInViewport();
  await mika.page.keyboard.press('Tab');
  await expect(mika.message('first').getByRole('button', { name: 'Reply' })).toBeFocused();
  await mika.message('first').focus();
  await mika.page.keyboard.press('r');
  await expect(mika.field).toBeFocused();
  await expect(mika.page.getByText('Reply to mika')).toBeVisible();
});

test('the focus stays in the list after the keyboard has deleted a message', async ({ join }) => {
  const mika = await join('mika');
  for (const text of ['first', 'second']) {
    await mika.say(text);
    await mika.hasSent(text);
  }
  await mika.message('second').focus();
  await mika.page.keyboard.press('Delete');
  await expect(mika.button('Cancel')).toBeFocused();
  await mika.page.keyboard.press('Tab');
  await mika.page.keyboard.press('Enter');
  await expect(mika.message('second')).toHaveCount(0);
  await expect(mika.page.getByRole('alertdialog')).toHaveCount(0);
  await expect(mika.log).toBeFocused();
});

test('the messages keep a height in a window at 400 %, and the page scrolls', async ({ join }) => {
  const mika = await join('mika');
  await mika.page.setViewportSize({ width: 320, height: 256 });
  await expect.poll(async () => (await mika.log.boundingBox())!.height).toBe(192);
  await expect(mika.field).toHaveAttribute('placeholder', 'Message…');
  await mika.field.scrollIntoViewIfNeeded();
  await expect(mika.field).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(mika.page);
});
