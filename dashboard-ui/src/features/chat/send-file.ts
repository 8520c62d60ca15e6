import type { paths } from '../../api/schema.gen';
import { sessionToken } from '../../api/session';
import type { Schema, Sparse } from '../../api/types';
import { isRefusal } from './ports';
import { FileRefused, kindOf, nameOf, type SendFile } from './uploads';

const path = '/api/chat/upload' satisfies keyof paths;

/** Uploads one file. `fetch` reports no upload progress, so this is an `XMLHttpRequest`. */
export const sendFile =
  (host: string): SendFile =>
  (file, onProgress, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', host + path);
      request.setRequestHeader('Authorization', sessionToken());
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
      request.onload = () => {
        if (request.status >= 300) return reject(refusal(request));
        const uploaded: Uploaded | null = request.response;
        if (uploaded?.url) resolve({ ...knownOf(file), ...uploaded });
        else reject(new Error('answered without an address'));
      };
      request.onerror = request.onabort = () => reject(new Error('no answer'));
      signal.addEventListener('abort', () => request.abort());
      const form = new FormData();
      form.append('file', file, nameOf(file));
      request.send(form);
    });

/** The fields that are known of a file without the server's answer. */
const knownOf = (file: File) => ({
  kind: kindOf(file) ?? ('image' as const),
  name: nameOf(file),
  type: file.type,
  size: file.size,
  width: null,
  height: null,
  thumbnail: null,
});

/** The contract promises only the URL. */
type Uploaded = Sparse<Schema<'Uploaded'>, keyof ReturnType<typeof knownOf>>;

function refusal({ status, response }: XMLHttpRequest): Error {
  const { message }: Partial<Schema<'ApiError'>> = response ?? {};
  return isRefusal(status) && message ? new FileRefused(message) : new Error(`answered ${status}`);
}
