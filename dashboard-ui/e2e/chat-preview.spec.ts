import type { Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aPng, test } from './support/chat';
import { refuse } from './support/network';
import { expect } from './support/test';

const nothing = {
  title: null,
  description: null,
  image: null,
  site: null,
  media_url: null,
  media_type: null,
};

/** Imitates the server's answers. The real server fetches nothing inside its network, and tests must not use the internet. */
async function withPreview(page: Page, preview: object) {
  await page.route('**/api/link/preview*', (route) => route.fulfill({ json: { ...nothing, ...preview } }));
  await page.route('**/api/link/image*', (route) =>
    route.fulfill({ contentType: 'image/png', body: aPng() }),
  );
}

test('a link in a chat message shows a preview with title, site and picture', async ({ join }) => {
  const mika = await join('mika', {
    before: (page) =>
      withPreview(page, {
        title: 'Elevated API latency: <b>resolved</b>',
        description: 'A fix is in place.',
        site: 'status.example.net',
        image: '/api/link/image?u=1',
      }),
  });
  await mika.say('see https://status.example.net/1');
  const card = mika.messages.getByRole('link').filter({ hasText: 'A fix is in place.' });
  await expect(card).toHaveAttribute('href', 'https://status.example.net/1');
  await expect(card).toHaveAttribute('rel', /noopener noreferrer/);
  await expect(card).toContainText('Elevated API latency: <b>resolved</b>');
  await expect(card).toContainText('status.example.net');
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(64);
});

test('a link to a picture in a chat message shows the picture', async ({ join }) => {
  const mika = await join('mika', {
    before: (page) =>
      withPreview(page, {
        title: 'cat.png',
        site: 'pictures.example',
        image: '/api/link/image?u=2',
        media_url: '/api/link/image?u=2',
        media_type: 'image',
      }),
  });
  await mika.say('https://pictures.example/cat.png');
  await expect(mika.messages.getByRole('link', { name: 'Open image' }).locator('img')).toBeVisible();
});

test('a link preview that fails to load is not shown, nor is a preview picture that fails', async ({
  join,
}) => {
  const mika = await join('mika', {
    before: async (page) => {
      await withPreview(page, { title: 'All is well', image: '/api/link/image?u=3' });
      await refuse(page, '**/api/link/image*', { status: 502 });
      await refuse(page, /preview.*broken/, { status: 502, message: 'No.' });
    },
  });
  const failed = mika.page.waitForResponse(/preview.*broken/);
  await mika.say('https://broken.example/');
  await failed;
  const pictureFailed = mika.page.waitForResponse('**/api/link/image*');
  await mika.say('https://fine.example/');
  await expect(mika.messages.getByRole('link').filter({ hasText: 'All is well' })).toBeVisible();
  await pictureFailed;
  await expect(mika.messages.locator('img')).toHaveCount(0);
  // The later message has its preview already, so the first one would have it by now, too.
  await expect(mika.messages.first().getByRole('link')).toHaveCount(1);
});

test('the server loads no link preview from inside its own network', async ({ join }) => {
  let asked = 0;
  const inside = createServer((_request, response) => {
    asked++;
    response.end('<title>Secret</title>');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const { port } = inside.address() as AddressInfo;
  const mika = await join('mika');
  const answers = [
    mika.page.waitForResponse(/preview.*127\.0\.0\.1/),
    mika.page.waitForResponse(/preview.*localhost/),
  ];
  await mika.say(`http://127.0.0.1:${port}/ http://localhost:${port}/`);
  for (const answer of await Promise.all(answers)) expect(answer.ok()).toBe(false);
  await expect(mika.messages.getByRole('link')).toHaveCount(2);
  expect(asked).toBe(0);
  inside.close();
});
