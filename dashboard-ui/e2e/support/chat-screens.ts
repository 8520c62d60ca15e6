import { expect, type Page } from '@playwright/test';
import { giveFiles, path, png } from './chat';
import { demoSeller, newSeller, type Screen, sharedSeller } from './screen';
import type { Shop } from './shop';

async function enter(page: Page) {
  await page.goto(path);
  await page.getByLabel(/^Username/).fill('novaboosts');
  await page.getByRole('button', { name: 'Join the chat' }).click();
  await expect(page.getByRole('status').getByText('Live', { exact: true })).toBeVisible();
}

/** Writes as several people by one session: an author id belongs to the seller who uses it first. */
async function talk(shop: Shop) {
  const say = async (author: string, content: string, more: object = {}) => {
    const body = { authorId: `${author}-id`, author, content, ...more };
    return (await shop.call<{ data: { id: string } }>('POST', '/api/chat/send', body)).data.id;
  };
  const question = await say('mika', 'anyone else seeing slower joins on 3 month stock this morning?');
  await say('mika', 'two orders sat in processing for ~4 min, then finished fine');
  await say('tidal', 'same, it cleared up around 9', { replyTo: question });
  await say('orchid', `${'a very long word: '}${'supercalifragilistic'.repeat(12)}`);
  await say('x'.repeat(40), '@novaboosts did yours catch up?');
}

async function openRoom(page: Page, shop: Shop) {
  await enter(page);
  await talk(shop);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await giveFiles(field, 'paste', [png('banner.png', 640, 400, [160, 60, 120])]);
  await expect(page.getByRole('button', { name: 'Remove banner.png' })).toBeVisible();
  await field.fill('good to know, mine just caught up. new banner, thoughts? @tidal');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Open image banner.png' })).toBeVisible();
  await expect(page.getByRole('article').last()).toHaveAttribute('data-message', /^\d+$/);
}

export const chatScreens: Screen[] = [
  sharedSeller('chat-username', async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Choose a username' })).toBeVisible();
  }),
  sharedSeller('chat-empty', async ({ page }) => {
    await enter(page);
    await expect(page.getByText('No messages yet')).toBeVisible();
  }),
  newSeller('chat', async ({ page, shop }) => openRoom(page, shop)),
  demoSeller('chat-demo', async ({ page }) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Join the chat' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  }),
  newSeller('chat-writing', async ({ page, shop }) => {
    await openRoom(page, shop);
    const tidal = page.getByRole('article').filter({ hasText: 'cleared up' });
    await tidal.focus();
    await page.keyboard.press('r');
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await giveFiles(field, 'paste', [
      png('one.png', 80, 80, [90, 160, 220]),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
    ]);
    await field.fill('thanks @ti');
    await expect(page.getByRole('option', { name: 'tidal' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove one.png' })).toBeVisible();
  }),
  newSeller('chat-people', async ({ page, shop }) => {
    await openRoom(page, shop);
    await page.getByRole('button', { name: /^Who is here/ }).click();
    await expect(page.getByRole('list', { name: 'Here now' })).toBeVisible();
  }),
  newSeller('chat-emoji', async ({ page, shop }) => {
    await openRoom(page, shop);
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await expect(page.getByRole('button', { name: 'rocket' })).toBeAttached();
  }),
  newSeller('chat-lightbox', async ({ page, shop }) => {
    await openRoom(page, shop);
    await page.getByRole('button', { name: 'Open image banner.png' }).click();
    await expect(page.getByRole('dialog', { name: 'Media viewer' })).toBeVisible();
  }),
];
