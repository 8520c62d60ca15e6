import { deflateSync } from 'node:zlib';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import type { App } from './app';
import { Guard } from './guard';
import { aSeller, browserOf } from './people';
import type { Shop } from './shop';
import { test as base } from './test';

export const path = '/dashboard/chat';

/** Somebody in the room, in a browser of their own. */
export class Person {
  readonly page: Page;
  readonly shop: Shop;
  readonly name: string;

  constructor(page: Page, shop: Shop, name: string) {
    this.page = page;
    this.shop = shop;
    this.name = name;
  }

  get field(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true });
  }

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Messages' });
  }

  get messages(): Locator {
    return this.log.getByRole('article');
  }

  message(text: string | RegExp): Locator {
    return this.messages.filter({ hasText: text });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Opens the room for the first time. */
  async enter() {
    await this.page.goto(path);
    await this.page.getByLabel(/^Username/).fill(this.name);
    await this.button('Join the chat').click();
    await this.isLive();
  }

  isLive() {
    return expect(this.page.getByRole('status').getByText('Live', { exact: true })).toBeVisible();
  }

  isReconnecting() {
    return expect(this.page.getByRole('status').getByText('Reconnecting', { exact: true })).toBeVisible();
  }

  async say(text: string) {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  /** Waits until the server has sent the message back, which replaces its temporary id by a number. */
  async hasSent(text: string) {
    await expect(this.message(text)).toHaveAttribute('data-message', /^\d+$/);
  }

  async act(message: Locator, action: string) {
    await message.hover();
    await message.getByRole('button', { name: /^Actions for/ }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  /** Sends a message by API, without the page. */
  send(content: string, more: object = {}): Promise<{ data: { id: string; authorId: string } }> {
    return this.shop.call('POST', '/api/chat/send', {
      authorId: `api-${this.name}`,
      author: this.name,
      content,
      ...more,
    });
  }
}

type Fixtures = {
  /** A new seller with a browser of their own, in the room. */
  join: (
    name: string,
    options?: { admin?: boolean; before?: (page: Page) => Promise<unknown> },
  ) => Promise<Person>;
};

export const test = base.extend<Fixtures>({
  join: async ({ app, browser, guard }, provide) => {
    void guard;
    const guards: Guard[] = [];
    const closing: (() => Promise<void>)[] = [];
    await provide(async (name, { admin, before } = {}) => {
      const shop = await aSeller(app, name, ...(admin ? (['--admin'] as const) : []));
      const { page, close, guard: own } = await openBrowser(browser, app, shop);
      guards.push(own);
      closing.push(close);
      // The browser logs the failures of the network and the server that tests provoke.
      own.allow(/ERR_|status of (0|401|403|404|413|415|422|429|5\d\d)/, /WebSocket connection to/);
      await before?.(page);
      const person = new Person(page, shop, name);
      await person.enter();
      return person;
    });
    for (const close of closing) await close();
    for (const own of guards) own.check();
  },
});

async function openBrowser(browser: Browser, app: App, shop: Shop) {
  const context = await browser.newContext({ storageState: browserOf(app, shop) });
  const guard = new Guard(context, app.origin);
  guard.allowOrigin(app.origin.replace('http', 'ws'));
  return { page: await context.newPage(), close: () => context.close(), guard };
}

/** A picture of one colour. */
export function aPng(width = 64, height = 48, colour = [255, 130, 190]): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(Array.from({ length: width }, () => colour).flat()),
  ]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A second of one colour, recorded by the browser itself, which is the only encoder here. */
export async function aWebm(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 48;
    const context = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start(100);
    // At least until the encoder has delivered something.
    for (let frame = 0; frame < 20 || parts.every(({ size }) => size === 0); frame++) {
      context.fillStyle = frame % 2 ? '#ff82be' : '#0e0a0d';
      context.fillRect(0, 0, 64, 48);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

type DroppedFile = { name: string; mimeType: string; buffer: Buffer };

/** Hands files to the page as a drop or a paste would. */
export async function giveFiles(target: Locator, how: 'drop' | 'paste', files: DroppedFile[]) {
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }));
  await target.evaluate(
    (element, { how, plain }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, bytes } of plain)
        data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
      const options = { bubbles: true, cancelable: true };
      if (how === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      } else {
        for (const type of ['dragenter', 'dragover', 'drop'])
          element.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
      }
    },
    { how, plain },
  );
}

export const png = (name = 'photo.png', width?: number, height?: number, colour?: number[]): DroppedFile => ({
  name,
  mimeType: 'image/png',
  buffer: aPng(width, height, colour),
});
