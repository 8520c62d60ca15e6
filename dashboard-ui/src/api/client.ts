import createClient, { type FetchOptions, type MethodResponse } from 'openapi-fetch';
import type { FilterKeys, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import type { paths } from './schema.gen';
import { takeAskedEarly } from './asked-early';
import { patiently } from './patience';
import { reachability } from './reachability';
import { sessionToken } from './session';

/** A refusal by the server: its status, its message for people, and the whole body. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, message: string, body: unknown = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

/** The server's id of the refused request. Empty when no answer came. */
export function requestOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  const { body } = error;
  const id = body && typeof body === 'object' && 'requestId' in body ? body.requestId : '';
  return typeof id === 'string' ? id : '';
}

/** Shows the server's words for a refusal, and the caller's for anything else (no network, no JSON). */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}

/** A `fetch` that, unlike `patiently`, does not retry when the server asks to come back later. */
export const once = (request: Request) => takeAskedEarly(request) ?? fetch(request);

const client = createClient<paths>({
  fetch: (request) => patiently(request, takeAskedEarly(request)),
  headers: { Accept: 'application/json' },
  // Text and form data go out as they are, everything else as JSON.
  bodySerializer: (body: unknown) =>
    typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
});

/** What `reachability` has to know of the calls under way. */
const lossesBefore = new WeakMap<Request, number>();

client.use({
  onRequest({ request }) {
    lossesBefore.set(request, reachability.losses());
    // A caller may have set another session than the stored one.
    if (!request.headers.has('Authorization')) request.headers.set('Authorization', sessionToken());
  },
  onError({ request, error }) {
    if (isOurs(request)) reachability.failed(error);
  },
  async onResponse({ request, response }) {
    if (isOurs(request)) reachability.answered(response.status, lossesBefore.get(request));
    if (!response.ok) throw await refusal(response);
  },
});

/**
 * Whether a request goes to this server. The chat may have its own host, which says nothing about this server's
 * reachability.
 */
const isOurs = ({ url }: Request) => url.startsWith(`${location.origin}/`);

type Client = typeof client;
type Method = 'get' | 'post' | 'put' | 'delete';
type Path<M extends Method> = PathsWithMethod<paths, M>;
type Options<M extends Method, P extends Path<M>> = FetchOptions<FilterKeys<paths[P], M>>;
/** Optional when the call needs no parameters and no body. */
type Arguments<Options> = RequiredKeysOf<Options> extends never ? [options?: Options] : [options: Options];
type Answer<M extends Method, P extends Path<M>> = MethodResponse<Client, M, P>;

/**
 * The API's calls, type-checked against the OpenAPI document: paths, parameters, bodies and answers. Everything but a
 * success throws, refusals as `ApiError`. `baseUrl` is for a part of the API that has its own host.
 */
export const api = {
  get: caller('get'),
  post: caller('post'),
  put: caller('put'),
  delete: caller('delete'),
};

function caller<M extends Method>(method: M) {
  return async <P extends Path<M>>(path: P, ...options: Arguments<Options<M, P>>) => {
    // The signature has checked the options, but their type in here is too general for the compiler to see that.
    const { data } = await client.request(method, path, ...(options as never));
    return data as Answer<M, P>;
  };
}

/** Returns the answer as a stream instead of waiting for its end. */
export async function openStream(path: '/api/dashboard/events', signal: AbortSignal) {
  const headers = { Accept: 'text/event-stream' };
  const { data } = await client.GET(path, { signal, headers, parseAs: 'stream' });
  return data ?? new ReadableStream<Uint8Array>();
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const message = body && typeof body === 'object' && 'message' in body ? body.message : '';
  return new ApiError(response.status, typeof message === 'string' ? message : '', body);
}
