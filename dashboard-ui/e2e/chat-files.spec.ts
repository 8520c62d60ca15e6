import { aPng, aWebm, giveFiles, type Person, png, test } from './support/chat';
import { fadeSlowly } from './support/controls';
import { expectToast, toast } from './support/dashboard';
import { settled } from './support/look';
import { cut, hold } from './support/network';
import { desktop, expect, phone } from './support/test';

const tray = (person: Person) => person.page.getByRole('list', { name: 'Files' }).getByRole('listitem');
/** Waits until the tray has `count` files and all are uploaded. */
async function ready(person: Person, count: number) {
  await expect(tray(person)).toHaveCount(count);
  await expect(person.button(/^Remove /)).toHaveCount(count);
  await expect(person.page.getByRole('progressbar')).toHaveCount(0);
}
const viewer = (person: Person) => person.page.getByRole('dialog', { name: 'Media viewer' });

test.describe('chat files', () => {
  test('can be chosen, dropped and pasted, and sent with or without text', async ({ join }) => {
    const mika = await join('mika');
    const tidal = await join('tidal');
    const video = await aWebm(mika.page);

    const chooser = mika.page.waitForEvent('filechooser');
    await mika.button('Attach images or videos').click();
    await (
      await chooser
    ).setFiles([png('chosen.png'), { name: 'clip.webm', mimeType: 'video/webm', buffer: video }]);
    await ready(mika, 2);
    await giveFiles(mika.log, 'drop', [png('dropped.png', 40, 90)]);
    await ready(mika, 3);
    await giveFiles(mika.field, 'paste', [png('pasted.png', 90, 40)]);
    await ready(mika, 4);
    await mika.say('four at once');
    await expect(tray(mika)).toHaveCount(0);
    const message = tidal.message('four at once');
    await expect(message.getByRole('button', { name: /^Open image/ })).toHaveCount(3);
    await expect(message.getByRole('button', { name: /^Open video/ })).toHaveCount(1);
    await expect
      .poll(() =>
        message
          .locator('img')
          .evaluateAll((images) => images.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
      )
      .toBe(true);
    await expect(message.locator('p').filter({ hasText: '/uploads/' })).toHaveCount(0);

    await giveFiles(mika.field, 'paste', [png('alone.png', 200, 100)]);
    await ready(mika, 1);
    await mika.button('Send').click();
    await expect(tidal.messages).toHaveCount(2);
    const alone = tidal.messages.last().getByRole('button', { name: /^Open image/ });
    await expect(alone).toBeVisible();
    const box = (await alone.boundingBox())!;
    expect(box.width / box.height).toBeCloseTo(2, 1);
  });

  test('show upload progress, can be cancelled, and can be retried after a failure', async ({ join }) => {
    const mika = await join('mika');
    const mend = await cut(mika.page, '**/api/chat/upload');
    const release = await hold(mika.page, '**/api/chat/upload');
    await giveFiles(mika.field, 'paste', [png('one.png'), png('two.png')]);
    await expect(mika.page.getByRole('progressbar', { name: 'Uploading one.png' })).toBeVisible();
    await mika.button('Cancel two.png').click();
    await expect(tray(mika)).toHaveCount(1);
    release();
    await expect(mika.page.getByText('one.png: Upload failed.')).toBeVisible();
    await mika.button('Send').click();
    await expectToast(mika.page, 'Remove or retry the files that failed');
    await expect(mika.messages).toHaveCount(0);
    await mend();
    await mika.button('Retry one.png').click();
    await ready(mika, 1);
    await mika.button('Send').click();
    await expect(mika.messages.getByRole('button', { name: 'Open image one.png' })).toBeVisible();
  });

  for (const [device, size] of Object.entries({ phone, desktop }))
    test(`that failed to upload are not covered by a toast (${device})`, async ({ join }) => {
      const mika = await join('mika');
      await mika.page.setViewportSize(size);
      await cut(mika.page, '**/api/chat/upload');
      const files = ['one', 'two', 'three', 'four'].map((name) => png(`${name}.png`));
      await giveFiles(mika.field, 'paste', files);
      await expect(mika.page.getByText('four.png: Upload failed.')).toBeVisible();
      const said = toast(mika.page, 'Remove or retry the files that failed');
      const composer = mika.page.getByRole('form', { name: 'New message' });
      await mika.button('Send').click();
      await said.hover();
      await settled(mika.page);
      const [above, below] = [await said.boundingBox(), await composer.boundingBox()];
      expect(above!.y + above!.height).toBeLessThan(below!.y);
    });

  test('that are still uploading hold back the message until they are done', async ({ join }) => {
    const mika = await join('mika');
    const release = await hold(mika.page, '**/api/chat/upload');
    await giveFiles(mika.field, 'paste', [png('slow.png')]);
    await mika.say('wait for it');
    await expect(mika.button('Send')).toHaveAttribute('aria-busy', 'true');
    await expect(mika.messages).toHaveCount(0);
    release();
    await expect(
      mika.message('wait for it').getByRole('button', { name: 'Open image slow.png' }),
    ).toBeVisible();
    await expect(mika.field).toHaveValue('');
    // The text was not sent before the file.
    await mika.hasSent('wait for it');
    await expect(mika.messages).toHaveCount(1);
  });

  test('that are no image or video, by name or content, are refused with an error', async ({ join }) => {
    const mika = await join('mika');
    await giveFiles(mika.field, 'paste', [
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
      { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html><script>alert(1)</script>') },
    ]);
    await expect(mika.page.getByText('notes.txt: Only images and videos can be sent.')).toBeVisible();
    await expect(mika.page.getByText(/^page\.png: ./)).toBeVisible();
    for (const name of ['notes.txt', 'page.png']) await mika.button(`Remove ${name}`).click();
    await expect(tray(mika)).toHaveCount(0);
  });
});

test.describe('the lightbox', () => {
  test('opens, moves by arrow key and swipe, zooms, and closes by Escape and Close', async ({ join }) => {
    const mika = await join('mika');
    await giveFiles(mika.field, 'paste', [
      png('first.png', 300, 200),
      png('second.png', 300, 200, [80, 200, 120]),
    ]);
    await ready(mika, 2);
    await mika.button('Send').click();
    const first = mika.button('Open image first.png');
    await first.click();
    await expect(viewer(mika).getByRole('img', { name: 'first.png' })).toBeVisible();
    await expect(viewer(mika)).toContainText('1 of 2');
    await mika.page.keyboard.press('ArrowRight');
    await expect(viewer(mika).getByRole('img', { name: 'second.png' })).toBeVisible();
    await expect(viewer(mika).getByRole('button', { name: 'Next' })).toHaveCount(0);
    await mika.page.mouse.move(500, 400);
    await mika.page.mouse.down();
    await mika.page.mouse.move(700, 410, { steps: 5 });
    await mika.page.mouse.up();
    await expect(viewer(mika).getByRole('img', { name: 'first.png' })).toBeVisible();
    const zoom = viewer(mika).getByRole('button', { name: /^Zoom/ });
    await zoom.focus();
    await mika.page.keyboard.press('Enter');
    await expect(zoom).toHaveAttribute('aria-pressed', 'true');
    // It can be opened again while it fades out.
    await fadeSlowly(mika.page);
    await mika.page.keyboard.press('Escape');
    await expect(first).toBeFocused();
    await first.press('Enter');
    await expect(viewer(mika).getByRole('button', { name: 'Close' })).toBeFocused();
    await viewer(mika).getByRole('button', { name: 'Close' }).click();
    await expect(viewer(mika)).toHaveCount(0);
  });

  test('is removed by a key press right after it closes, before its close event', async ({ join }) => {
    const mika = await join('mika');
    await giveFiles(mika.field, 'paste', [png('first.png', 300, 200)]);
    await ready(mika, 1);
    await mika.button('Send').click();
    await mika.button('Open image first.png').click();
    const isThere = await viewer(mika).evaluate((dialog: HTMLDialogElement) => {
      dialog.close();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      return dialog.isConnected;
    });
    expect(isThere).toBe(false);
  });
});

test('chat videos play muted by themselves, but not for users who prefer reduced motion', async ({
  join,
}) => {
  const mika = await join('mika');
  const tidal = await join('tidal', { before: (page) => page.emulateMedia({ reducedMotion: 'reduce' }) });
  const buffer = await aWebm(mika.page);
  await giveFiles(mika.log, 'drop', [{ name: 'clip.webm', mimeType: 'video/webm', buffer }]);
  await ready(mika, 1);
  await mika.say('look');
  const video = (person: Person) => person.message('look').locator('video');
  const state = (person: Person) =>
    video(person).evaluate(({ paused, muted }: HTMLVideoElement) => ({ paused, muted }));
  await expect.poll(() => state(mika)).toEqual({ paused: false, muted: true });
  await expect(video(tidal)).toBeInViewport();
  await video(tidal).evaluate(hasBeenSeen);
  expect(await state(tidal)).toEqual({ paused: true, muted: true });
  await tidal.button('Open video clip.webm').click();
  await expect(viewer(tidal).locator('video')).toHaveAttribute('controls');
});

/** Resolves once an observer reports the element as visible. The page's own observer, added earlier, ran first. */
function hasBeenSeen(element: Element): Promise<void> {
  return new Promise((told) => {
    new IntersectionObserver(([entry]) => entry?.isIntersecting && told()).observe(element);
  });
}

test.describe('an upload that is opened directly', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="fetch('/stolen')">
    <script>fetch('/stolen')</script><rect width="40" height="40" fill="#f0f"/>
    <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>fetch('/stolen')</script></body></foreignObject></svg>`;
  const html = '<script>fetch("/stolen")</script><img src=x onerror="fetch(\'/stolen\')">';

  for (const [kind, file] of [
    ['an SVG with scripts', { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }],
    [
      'a PNG that is also an HTML page',
      { name: 'both.png', mimeType: 'image/png', buffer: Buffer.concat([aPng(), Buffer.from(html)]) },
    ],
    [
      'a GIF whose comment is a script',
      {
        name: 'both.gif',
        mimeType: 'image/gif',
        buffer: Buffer.concat([
          Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00', 'latin1'),
          Buffer.from([0x21, 0xfe, html.length]),
          Buffer.from(html),
          Buffer.from([0]),
          Buffer.from('2c00000000010001000002024401003b', 'hex'),
        ]),
      },
    ],
  ] as const) {
    test(`runs no script: ${kind}`, async ({ join }) => {
      const mika = await join('mika');
      const stolen: string[] = [];
      mika.page.context().on('request', (request) => {
        if (request.url().includes('stolen')) stolen.push(request.url());
      });
      const answered = mika.page.waitForResponse('**/api/chat/upload');
      await giveFiles(mika.field, 'paste', [file]);
      const answer = await answered;
      // An upload that was refused cannot run a script either.
      if (answer.ok()) {
        const { url } = (await answer.json()) as { url: string };
        const document = await mika.page.context().newPage();
        const response = (await document.goto(url))!;
        expect(response.status()).toBe(200);
        const headers = response.headers();
        expect(headers['content-type']).toMatch(/^image\/(png|jpeg|gif|webp)$/);
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['content-security-policy']).toMatch(/sandbox/);
        expect((await response.body()).includes('stolen')).toBe(false);
        await document.close();
      }
      expect(stolen).toEqual([]);
    });
  }
});
