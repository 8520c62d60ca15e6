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

it('a pasted file without an extension is sent under a name with one', () => {
  void send();
  expect((sent.mock.calls[0]![0].get('file') as File).name).toBe('image.png');
});

const answer = (status: number, response: unknown) =>
  sent.mockImplementationOnce(function (this: Request) {
    Object.assign(this, { status, response }).onload();
  });

describe('an upload', () => {
  it('resolves to the answer of the server, completed with what is known of the file', async () => {
    answer(200, { url: '/uploads/1.png', size: 3, width: 4 });
    const known = { kind: 'image', name: 'image.png', type: 'image/png', height: null, thumbnail: null };
    expect(await send()).toEqual({ ...known, url: '/uploads/1.png', size: 3, width: 4 });
  });

  it.each([{}, { url: '' }, null])('fails without a refusal when the answer is %j', async (response) => {
    answer(200, response);
    const error: unknown = await send().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(FileRefused);
  });
});

describe('an upload error', () => {
  const refused = (status: number) => {
    answer(status, { code: status, message: 'No.' });
    return send().catch((error: unknown) => error instanceof FileRefused);
  };

  it.each([400, 413, 415])('with status %i is a final refusal', async (status) =>
    expect(await refused(status)).toBe(true),
  );

  // Request timeout, too many requests, service unavailable.
  it.each([408, 429, 503])('with status %i is not a final refusal', async (status) =>
    expect(await refused(status)).toBe(false),
  );
});
