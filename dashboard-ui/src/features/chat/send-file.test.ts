import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sendFile } from './send-file';
import { FileRefused } from './uploads';

const sent = vi.fn<(this: Request, form: FormData) => void>();

class Request {
  upload = {};
  status = 0;
  response: unknown = null;
  onload = () => {};
  open() {}
  setRequestHeader() {}
  send = sent;
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request);
});

const send = () =>
  sendFile('')(new File(['x'], 'image', { type: 'image/png' }), () => {}, new AbortController().signal);

it('names a pasted file so that the server knows what it is', () => {
  void send();
  expect((sent.mock.calls[0]![0].get('file') as File).name).toBe('image.png');
});

describe('a refusal', () => {
  const refused = (status: number) => {
    sent.mockImplementationOnce(function (this: Request) {
      Object.assign(this, { status, response: { code: status, message: 'No.' } }).onload();
    });
    return send().catch((error: unknown) => error instanceof FileRefused);
  };

  it.each([400, 413, 415])('by %i is final', async (status) => expect(await refused(status)).toBe(true));

  // Too slow, too many, not now.
  it.each([408, 429, 503])('by %i is not', async (status) => expect(await refused(status)).toBe(false));
});
