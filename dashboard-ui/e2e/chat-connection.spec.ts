import { type Person, test } from './support/chat';
import { cut, refuse } from './support/network';
import { desktop, expect, phone } from './support/test';

/** Imitates a proxy that blocks WebSockets: the upgrade is answered, then the connection is cut. */
const withoutSockets = (person: Person['page']) =>
  person.routeWebSocket(/\/ws\/chat/, (socket) => socket.close({ code: 1001 }));

test('the chat falls back to server-sent events and HTTP where WebSockets are blocked', async ({ join }) => {
  const mika = await join('mika', { before: withoutSockets });
  const tidal = await join('tidal');
  await Promise.all([
    // For five seconds.
    expect(tidal.page.getByText('mika is typing')).toBeVisible(),
    mika.field.pressSequentially('over http'),
  ]);
  const sent = mika.page.waitForRequest('**/api/chat/send');
  await mika.field.press('Enter');
  await sent;
  await expect(tidal.message('over http')).toBeVisible();
  await Promise.all([
    expect(mika.page.getByText('tidal is typing')).toBeVisible(),
    tidal.field.pressSequentially('and'),
  ]);
  await tidal.say('and back');
  await expect(mika.message('and back')).toBeVisible();
  await mika.hasSent('over http');
  await tidal.hasSent('and back');
  await expect(mika.messages).toHaveCount(2);
  await expect(tidal.messages).toHaveCount(2);
});

test('no chat message is lost or doubled when the server restarts', async ({ app, join }) => {
  test.slow();
  const mika = await join('mika');
  const tidal = await join('tidal', { before: withoutSockets });
  await mika.say('before 1');
  await tidal.say('before 2');
  await tidal.hasSent('before 2');
  await mika.hasSent('before 1');

  await app.kill();
  await mika.isReconnecting();
  await tidal.isReconnecting();
  await mika.say('meanwhile 1');
  await tidal.say('meanwhile 2');
  await mika.say('meanwhile 3');
  await expect(mika.message('meanwhile 3')).toBeVisible();

  await app.launch();
  const all = ['before 1', 'before 2', 'meanwhile 1', 'meanwhile 2', 'meanwhile 3'];
  for (const person of [mika, tidal]) {
    await person.isLive();
    for (const text of all) {
      await expect(person.message(text)).toHaveCount(1);
      await person.hasSent(text);
    }
  }
  // A message that came twice would be in the list before these last ones.
  for (const [one, other] of [
    [mika, tidal],
    [tidal, mika],
  ] as const) {
    const last = `last word of ${one.name}`;
    await one.say(last);
    await one.hasSent(last);
    await expect(other.message(last)).toBeVisible();
    all.push(last);
  }
  for (const person of [mika, tidal]) await expect(person.messages).toHaveCount(all.length);
  const order = await mika.messages.allInnerTexts();
  expect(order.findIndex((text) => text.includes('meanwhile 1'))).toBeLessThan(
    order.findIndex((text) => text.includes('meanwhile 3')),
  );
  await tidal.page.reload();
  await expect(tidal.messages).toHaveCount(all.length);
});

test('the message field stays in view below the strip "The server cannot be reached"', async ({ join }) => {
  const { page, field } = await join('mika');
  const entry = (name: string) =>
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });
  await cut(page, '**/api/**');
  await entry('Orders').click();
  await expect(page.getByText('The server cannot be reached')).toBeVisible();
  await entry('Chat').click();
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await expect(page.getByText('The server cannot be reached')).toBeInViewport({ ratio: 1 });
    await expect(field).toBeInViewport({ ratio: 1 });
  }
});

test('a chat message that could not be sent is sent once after a reload', async ({ join }) => {
  const mika = await join('mika', { before: withoutSockets });
  const mend = await cut(mika.page, '**/api/chat/send');
  await mika.say('on its way');
  await expect(mika.message('on its way')).toHaveAttribute('data-message', /^pending/);
  await mend();
  await mika.page.reload();
  await mika.hasSent('on its way');
  // If the message were sent twice, its copy would come before this one.
  await mika.say('the next');
  await mika.hasSent('the next');
  await expect(mika.messages).toHaveCount(2);
});

test('a refused chat message shows the reason, and "Send again" sends it', async ({ join }) => {
  const mika = await join('mika', { before: withoutSockets });
  const mend = await refuse(mika.page, '**/api/chat/send', { status: 403, message: 'You are muted.' });
  await mika.say('hello');
  await expect(mika.messages.getByRole('alert')).toContainText('You are muted.');
  await mend();
  await mika.button('Send again').click();
  await mika.hasSent('hello');
  await expect(mika.messages.getByRole('alert')).toHaveCount(0);
});

for (const withSockets of [true, false]) {
  test(`a stored chat id of another user is replaced by the user's own, ${
    withSockets ? 'over WebSockets' : 'without WebSockets'
  }`, async ({ join }) => {
    const tidal = await join('tidal');
    const mika = await join('mika', withSockets ? {} : { before: withoutSockets });
    const idOf = () =>
      mika.page.evaluate(() => {
        const key = Object.keys(localStorage).find((one) => one.startsWith('chat.profile.'))!;
        return (JSON.parse(localStorage.getItem(key)!) as { userId: string }).userId;
      });
    const own = await idOf();
    const taken = crypto.randomUUID();
    await tidal.send('not mika', { authorId: taken });
    await mika.page.evaluate(
      ([from, to]) => {
        const key = Object.keys(localStorage).find((one) => one.startsWith('chat.profile.'))!;
        localStorage.setItem(key, localStorage.getItem(key)!.replace(from, to));
      },
      [own, taken] as const,
    );
    await mika.page.reload();
    await mika.isLive();
    // The page goes back to the id that the server knows.
    await expect.poll(idOf).toBe(own);
    await expect(mika.message('not mika')).toBeVisible();
    await mika.say('hello');
    await mika.hasSent('hello');
    await expect(tidal.message('hello')).toBeVisible();
  });
}

test('the chat leads to the login page when the session is ended elsewhere', async ({ join }) => {
  const mika = await join('mika');
  await mika.shop.signOut();
  await expect(mika.page).toHaveURL('/');
});

test('the chat is empty while its history fails to load, and fills once it loads', async ({ join }) => {
  const tidal = await join('tidal');
  await tidal.say('here before');
  await tidal.hasSent('here before');
  let mend = async () => {};
  let failed: Promise<unknown> = Promise.resolve();
  const mika = await join('mika', {
    before: async (page) => {
      mend = await refuse(page, '**/api/chat/history*', { status: 500, message: 'Broken.' });
      failed = page.waitForResponse('**/api/chat/history*');
    },
  });
  await failed;
  await expect(mika.page.getByText('No messages yet')).toBeVisible();
  await mend();
  await expect(mika.message('here before')).toBeVisible();
});
