import { expect, it, vi } from 'vitest';
import { sendFile } from './send-file';

const sent = vi.fn<(form: FormData) => void>();

class Request {
  upload = {};
  open() {}
  setRequestHeader() {}
  send = sent;
}

it('names a pasted file so that the server knows what it is', () => {
  vi.stubGlobal('XMLHttpRequest', Request);
  const file = new File(['x'], 'image', { type: 'image/png' });
  void sendFile('')(file, () => {}, new AbortController().signal);
  expect((sent.mock.calls[0]![0].get('file') as File).name).toBe('image.png');
});
