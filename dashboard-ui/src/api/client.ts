import { sessionToken } from './session';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Body = FormData | string | object;
type Options = { body?: Body; signal?: AbortSignal; token?: string; credentials?: RequestCredentials };

/** The server refused: its status, its sentence for a person, and all that it said. */
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

/** A refusal is shown in the server's words; anything else (no network, no JSON) in the caller's. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}

/**
 * One call to the API. A string goes out as text, form data as it is, everything else as JSON.
 * `token` speaks for another session than the stored one.
 */
export async function request<Answer>(
  method: Method,
  path: string,
  { body, signal, token, credentials }: Options = {},
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    signal,
    credentials,
    headers: { Accept: 'application/json', Authorization: token ?? sessionToken(), ...contentType(body) },
    body:
      body === undefined || body instanceof FormData || typeof body === 'string'
        ? body
        : JSON.stringify(body),
  });
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as Answer;
}

export const api = {
  get: <Answer>(path: string, options?: Options) => request<Answer>('GET', path, options),
  post: <Answer>(path: string, body?: Body, options?: Options) =>
    request<Answer>('POST', path, { ...options, body }),
  put: <Answer>(path: string, body?: Body) => request<Answer>('PUT', path, { body }),
  delete: <Answer>(path: string) => request<Answer>('DELETE', path),
};

function contentType(body: Body | undefined): Record<string, string> {
  if (body === undefined || body instanceof FormData) return {};
  return { 'Content-Type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json' };
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const message = body && typeof body === 'object' && 'message' in body ? body.message : '';
  return new ApiError(response.status, typeof message === 'string' ? message : '', body);
}
