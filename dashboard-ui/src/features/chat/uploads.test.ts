import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from './fake-world';
import type { Attachment } from './message';
import { FileRefused, kindOf, nameOf, Uploads, type UploadPorts } from './uploads';

type Sending = {
  progress: (share: number) => void;
  signal: AbortSignal;
  resolve: (attachment: Attachment) => void;
  reject: (error: Error) => void;
};

let sending: Sending[];
const ports = {
  send: vi.fn<UploadPorts['send']>(
    (_file, progress, signal) =>
      new Promise((resolve, reject) => sending.push({ progress, signal, resolve, reject })),
  ),
  takeBack: vi.fn<UploadPorts['takeBack']>(),
  toAddress: (file: File) => `blob:${file.name}`,
  releaseAddress: vi.fn<UploadPorts['releaseAddress']>(),
};
const file = (name: string, size = 1, type = '') => new File(['x'.repeat(size)], name, { type });
const attachment = (name: string): Attachment => ({
  url: `/uploads/${name}`,
  kind: 'image',
  name,
  type: 'image/png',
  size: 1,
  width: 1,
  height: 1,
  thumbnail: null,
});
let uploads: Uploads;
const states = () => uploads.get().map(({ state }) => state);

beforeEach(() => {
  sending = [];
  vi.clearAllMocks();
  uploads = new Uploads(ports);
});

describe('uploads', () => {
  it('run three at a time and report their progress', async () => {
    uploads.add(
      ['a.png', 'b.png', 'c.mp4', 'd.png'].map((name) => file(name)),
      1,
    );
    expect(states()).toEqual(['sending', 'sending', 'sending', 'queued']);
    sending[1]!.progress(0.5);
    expect(uploads.get()[1]!.progress).toBe(0.5);
    sending[1]!.resolve(attachment('b.png'));
    await settle();
    expect(states()).toEqual(['sending', 'done', 'sending', 'sending']);
    expect(uploads.get()[1]!.attachment).toEqual(attachment('b.png'));
  });

  it('that fail give the reason, can be retried, and are final when the server refused them', async () => {
    uploads.add([file('a.png')], 1);
    sending[0]!.reject(new TypeError('network'));
    await settle();
    expect(uploads.get()[0]).toMatchObject({ state: 'failed', reason: 'Upload failed.', final: false });
    uploads.retry(uploads.get()[0]!.id);
    expect(states()).toEqual(['sending']);
    sending[1]!.reject(new FileRefused('Too many pixels.'));
    await settle();
    expect(uploads.get()[0]).toMatchObject({ state: 'failed', reason: 'Too many pixels.', final: true });
  });

  it('are cancelled while they run, and deleted on the server once they are done', async () => {
    uploads.add([file('a.png'), file('b.png'), file('c.png'), file('d.png')], 1);
    const [a, b] = uploads.get();
    sending[1]!.resolve(attachment('b.png'));
    await settle();
    uploads.remove(a!.id);
    expect(sending[0]!.signal.aborted).toBe(true);
    uploads.remove(b!.id);
    expect(ports.takeBack).toHaveBeenCalledExactlyOnceWith(attachment('b.png'));
    sending[0]!.resolve(attachment('a.png'));
    await settle();
    expect(ports.takeBack).toHaveBeenLastCalledWith(attachment('a.png'));
    expect(states()).toEqual(['sending', 'sending']);
    expect(ports.releaseAddress.mock.calls).toEqual([['blob:a.png'], ['blob:b.png']]);
  });

  it('of files that are not accepted are never started', () => {
    uploads.add(
      [
        file('notes.txt'),
        file('hike.heic', 1, 'image/heic'),
        file('big.png', 2 * 1024 * 1024),
        file('empty.png', 0),
      ],
      1,
    );
    expect(uploads.get().map(({ reason }) => reason)).toEqual([
      'Only images and videos can be sent.',
      'Only PNG, JPEG, GIF, WebP, BMP, SVG, MP4, WebM and MOV can be sent.',
      'Larger than 1 MB.',
      'This file is empty.',
    ]);
    expect(ports.send).not.toHaveBeenCalled();
  });

  it('are not deleted on the server once their message is sent', () => {
    uploads.add([file('a.png')], 1);
    uploads.release();
    expect(uploads.get()).toEqual([]);
    expect(ports.takeBack).not.toHaveBeenCalled();
  });
});

describe('the kind of a file', () => {
  it.each([
    ['photo.JPG', '', 'image'],
    ['clip.mov', 'video/quicktime', 'video'],
    ['loop.gifv', '', 'video'],
    ['drawing.svg', 'image/svg+xml', 'image'],
    ['', 'image/png', 'image'],
    ['page.html', 'image/png', undefined],
    ['archive.tar.gz', '', undefined],
  ])('named %j with the type %j is %s', (name, type, kind) => expect(kindOf({ name, type })).toBe(kind));
});

describe('the name that a file is uploaded under', () => {
  it.each([
    ['photo.JPG', 'image/jpeg', 'photo.JPG'],
    ['image', 'image/png', 'image.png'],
    ['', 'image/svg+xml', 'file.svg'],
    ['from the 3. of May', 'video/quicktime', 'from the 3. of May.mov'],
  ])('for %j of the type %s is %j', (name, type, sent) => expect(nameOf({ name, type })).toBe(sent));
});
