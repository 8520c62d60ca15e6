import type { App } from './support/app';
import { giveFiles, path, type Person, png, test } from './support/chat';
import { idle } from './support/clock';
import { cut, hold } from './support/network';
import { aSeller } from './support/people';
import { expect } from './support/test';

/** Writes `count` messages by many authors, because of the rate limit of each author. */
async function fill(app: App, count: number) {
  const perHand = 20;
  const hands = Array.from({ length: Math.ceil(count / perHand) }, (_, index) => `hand ${index}`);
  let written = 0;
  for (const author of hands) {
    const shop = await aSeller(app, author);
    for (let one = 0; one < perHand && written < count; one++) {
      const content = `message ${++written}.`;
      await shop.call('POST', '/api/chat/send', { authorId: author.replace(' ', '-'), author, content });
    }
  }
}

const topOf = async (person: Person, text: string | RegExp) => (await person.message(text).boundingBox())!.y;

test('scrolling up in the chat loads earlier messages and keeps the scroll position', async ({
  app,
  join,
}) => {
  test.slow();
  await fill(app, 130);
  const mika = await join('mika');
  await expect(mika.messages).toHaveCount(100);
  await expect(mika.message('message 130.')).toBeInViewport();
  const older = mika.page.waitForResponse(/history.*before=/);
  const answer = await hold(mika.page, /history.*before=/);
  const asked = mika.page.waitForRequest(/history.*before=/);
  await mika.message('message 33.').evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await asked;
  await idle(mika.page);
  const before = await topOf(mika, 'message 33.');
  answer();
  await older;
  await expect(mika.messages).toHaveCount(130);
  expect(Math.abs((await topOf(mika, 'message 33.')) - before)).toBeLessThan(2);
  await expect(mika.page.getByText('This is where the room begins.')).toBeAttached();

  const tidal = await join('tidal');
  await tidal.say('something new');
  await mika.button('1 new message').click();
  await expect(mika.message('something new')).toBeInViewport();
  await expect(mika.button(/new message|Latest/)).toHaveCount(0);
});

test('a "New messages" line is above the first unread message until the user writes', async ({ join }) => {
  const mika = await join('mika');
  const tidal = await join('tidal');
  await tidal.say('read');
  await expect(mika.message('read')).toBeVisible();
  await mika.page.goto('/dashboard');
  await tidal.say('unread one');
  await tidal.say('unread two');
  await tidal.hasSent('unread two');
  await mika.page.goto(path);
  await expect(mika.message('unread two')).toBeVisible();
  const line = mika.page.getByRole('separator', { name: 'New messages' });
  await expect(line).toHaveCount(1);
  const y = (await line.boundingBox())!.y;
  expect(y).toBeGreaterThan(await topOf(mika, /: read|^read/));
  expect(y).toBeLessThan(await topOf(mika, 'unread one'));
  await mika.say('caught up');
  await expect(line).toHaveCount(0);
});

test('the chat opens at the first unread message and counts unread ones until seen', async ({ join }) => {
  const mika = await join('mika');
  const tidal = await join('tidal');
  await tidal.say('read');
  await expect(mika.message('read')).toBeVisible();
  await mika.page.goto('/dashboard');
  for (let one = 1; one <= 18; one++) await tidal.send(`unread ${one}.\nsecond line\nthird line`);
  await mika.page.goto(path);
  await expect(mika.page.getByRole('separator', { name: 'New messages' })).toBeInViewport();
  await expect(mika.message('unread 18.')).toBeAttached();
  await expect(mika.message('unread 18.')).not.toBeInViewport();
  await expect(mika.page).toHaveTitle(/^\(18\) Chat/);
  await mika.button('18 new messages').click();
  await expect(mika.message('unread 18.')).toBeInViewport();
  await expect(mika.page).toHaveTitle(/^Chat/);
  await mika.page.reload();
  await expect(mika.message('unread 18.')).toBeInViewport();
  await expect(mika.page.getByRole('separator', { name: 'New messages' })).toHaveCount(0);
});

test.describe('a chat that is scrolled to its end', () => {
  /** Opens a room that is longer than its window, at its end. */
  async function atEnd(join: (name: string) => Promise<Person>) {
    const mika = await join('mika');
    for (let one = 1; one <= 12; one++) await mika.send(`message ${one}.\nsecond line\nthird line`);
    await mika.say('the last one');
    await mika.hasSent('the last one');
    await isFollowed(mika, 'the last one');
    return mika;
  }

  async function isFollowed(person: Person, text: string) {
    await expect(person.message(text)).toBeInViewport({ ratio: 1 });
    await expect(person.button(/new message|Latest/)).toHaveCount(0);
  }

  test('stays at its end when several uploads fail', async ({ join }) => {
    const mika = await atEnd(join);
    await cut(mika.page, '**/api/chat/upload');
    const fail = await hold(mika.page, '**/api/chat/upload');
    const files = Array.from({ length: 8 }, (_, index) => png(`${'a long name '.repeat(9)}${index}.png`));
    await giveFiles(mika.field, 'paste', files);
    await expect(mika.page.getByRole('progressbar').first()).toBeVisible();
    fail();
    await expect(mika.page.getByText(/: Upload failed\.$/)).toHaveCount(8);
    await isFollowed(mika, 'the last one');
    await mika.send('somebody else');
    await isFollowed(mika, 'somebody else');
  });

  test('stays at its end while the user types several lines', async ({ join }) => {
    const mika = await atEnd(join);
    for (let line = 0; line < 4; line++) {
      await mika.field.press('Shift+Enter');
      // The delay lets each key be painted before the next.
      await mika.field.pressSequentially('abc', { delay: 50 });
    }
    await mika.send('somebody else');
    await isFollowed(mika, 'somebody else');
  });
});
