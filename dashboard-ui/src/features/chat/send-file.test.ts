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

const answer = (status: number, response: unknown) =>
  sent.mockImplementationOnce(function (this: Request) {
    Object.assign(this, { status, response }).onload();
  });

describe('what is uploaded', () => {
  it('is what the server says of it, and what is known without', async () => {
    answer(200, { url: '/uploads/1.png', size: 3, width: 4 });
    const known = { kind: 'image', name: 'image.png', type: 'image/png', height: null, thumbnail: null };
    expect(await send()).toEqual({ ...known, url: '/uploads/1.png', size: 3, width: 4 });
  });

  it.each([{}, { url: '' }, null])('has failed where the answer is %j', async (response) => {
    answer(200, response);
    const error: unknown = await send().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(FileRefused);
  });
});

describe('a refusal', () => {
  const refused = (status: number) => {
    answer(status, { code: status, message: 'No.' });
    return send().catch((error: unknown) => error instanceof FileRefused);
  };

  it.each([400, 413, 415])('by %i is final', async (status) => expect(await refused(status)).toBe(true));

  // Request timeout, too many requests, service unavailable.
  it.each([408, 429, 503])('by %i is not', async (status) => expect(await refused(status)).toBe(false));
});
