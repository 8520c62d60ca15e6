import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerWith, fetchMock, fillIn, guildId, key, open, pass, press, redeem, type } from './a-customer';

/** The answer on a dead connection: none, until the request is aborted. */
function unlessEnded(init: RequestInit | undefined): Promise<never> {
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });
}

function brokenOff(): ReadableStream {
  return new ReadableStream({ start: (body) => body.error(new TypeError('network error')) });
}

function openEnd(signal: AbortSignal | null | undefined): ReadableStream {
  return new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode('{"status":'));
      signal?.addEventListener('abort', () => body.error(new DOMException('', 'AbortError')));
    },
  });
}

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock.mockReset());
  open();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the form', () => {
  it('explains why it asks for the email', () => {
    const note = screen.getByLabelText('Email').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(note)?.textContent).toBe(
      'So that the store can reach you about this order.',
    );
  });

  it('takes the key from a changed URL fragment, and clears the fragment', () => {
    location.hash = '#key=ANOTH-ER000';
    fireEvent(window, new HashChangeEvent('hashchange'));
    expect(screen.getByLabelText<HTMLInputElement>('Redeem key').value).toBe('ANOTH-ER000');
    expect(location.hash).toBe('');
  });
});

describe('redeeming', () => {
  it('marks the key field when the key was revoked, until the key is edited', async () => {
    const [message, label] = ['This key has been revoked.', 'Redeem key'];
    answerWith(409, { status: 'error', message });
    await redeem();
    const field = screen.getByLabelText(label);
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'No longer valid',
    );
    expect(screen.getByText(message)).toBe(screen.getByRole('alert'));
    type(label, 'something else');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  it('links to the order of a used key, until the key is edited', async () => {
    answerWith(409, { status: 'error', message: 'This key has already been redeemed.' });
    fillIn();
    type('Redeem key', key.toLowerCase().replaceAll('-', ' '));
    press('Redeem Now');
    await pass(0);
    const link = screen.getByRole('link', { name: "See this order's status" });
    expect(link.getAttribute('href')).toBe(`/api/${guildId}/order/${key}/status`);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    type('Redeem key', 'something else');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('links to no order for a revoked key', async () => {
    answerWith(409, { status: 'error', message: 'This key has been revoked.' });
    await redeem();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('locks the fields until the answer comes', async () => {
    let answer: (response: Response) => void = () => {};
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const locked = () =>
      ['Redeem key', 'Server invite', 'Email'].map(
        (label) => screen.getByLabelText<HTMLInputElement>(label).readOnly,
      );
    await redeem();
    expect(locked()).toEqual([true, true, true]);
    answer(Response.json({ status: 'error', message: 'This key has been revoked.' }, { status: 409 }));
    await pass(0);
    expect(locked()).toEqual([false, false, false]);
  });

  it('hides the optional details once it has succeeded', async () => {
    press(/^\+ Add optional details/);
    type(/^Bio/, 'Tea');
    answerWith(200, { status: 'success', message: 'Order redeemed successfully!' });
    await redeem();
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(screen.queryByLabelText(/^Bio/)).toBeNull();
  });

  it('gives the focus back to its button when its dialog is closed', async () => {
    const button = screen.getByRole('button', { name: 'Redeem Now' });
    button.focus();
    answerWith(200, { status: 'success', message: 'Order redeemed successfully!' });
    await redeem();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View Order Status' }));
    press('Close');
    await pass(140);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('keeps the key of a link that was opened during the request', async () => {
    let answer: (response: Response) => void = () => {};
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await redeem();
    location.hash = '#key=ANOTH-ER000';
    fireEvent(window, new HashChangeEvent('hashchange'));
    answer(Response.json({ status: 'success', message: 'Order redeemed successfully!' }));
    await pass(0);
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Redeem key').value).toBe('ANOTH-ER000');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
  });

  it('does not mark the key of a link that was opened during a refused request', async () => {
    let answer: (response: Response) => void = () => {};
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await redeem();
    location.hash = '#key=ANOTH-ER000';
    fireEvent(window, new HashChangeEvent('hashchange'));
    const message = 'This key has already been redeemed.';
    answer(Response.json({ status: 'error', message }, { status: 409 }));
    await pass(0);
    expect(screen.getByRole('alert').textContent).toBe(message);
    const field = screen.getByLabelText<HTMLInputElement>('Redeem key');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['ANOTH-ER000', null]);
  });

  const unknown =
    'It is not certain whether this went through. Press again with the same details: a key is never spent twice.';

  it.each([
    [
      'a 429',
      'certain',
      () => answerWith(429, { code: 429, message: 'Too many requests.' }),
      'Too many requests.',
    ],
    [
      'an empty refusal',
      'certain',
      () => answerWith(200, { status: 'error' }),
      'Failed to redeem. Please try again.',
    ],
    [
      'a failure of the server',
      'unknown',
      () => answerWith(500, { status: 'error', message: 'Something went wrong.' }),
      'Something went wrong.',
    ],
    [
      'an answer that is not JSON',
      'unknown',
      () => fetchMock.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 })),
      'Failed to redeem. Please try again.',
    ],
    [
      'a page of somebody in between',
      'unknown',
      () => fetchMock.mockResolvedValueOnce(new Response('<h1>Sign in to this network</h1>')),
      'Failed to redeem. Please try again.',
    ],
    [
      'a network failure',
      'unknown',
      () => fetchMock.mockRejectedValueOnce(new TypeError('offline')),
      'An unexpected error occurred. Please try again.',
    ],
    [
      'an answer that breaks off',
      'unknown',
      () => fetchMock.mockResolvedValueOnce(new Response(brokenOff())),
      'An unexpected error occurred. Please try again.',
    ],
  ])('reports %s, whose outcome is %s, and keeps what was typed', async (_, outcome, prepare, message) => {
    prepare();
    await redeem();
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mika@example.com');
    expect(screen.getByRole('button', { name: 'Redeem Now' })).toBeTruthy();
    expect(screen.queryAllByText(unknown)).toHaveLength(outcome === 'unknown' ? 1 : 0);
  });

  it('says until the next press that no answer came', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('offline'));
    await redeem();
    await pass(60_000);
    expect(screen.getByText(unknown)).toBeTruthy();
    type('Email', '');
    expect(screen.getByText(unknown)).toBeTruthy();
    press('Redeem Now');
    expect(screen.queryByText(unknown)).toBeNull();
  });

  it.each([
    ['the answer', () => fetchMock.mockImplementationOnce((_, init) => unlessEnded(init))],
    [
      'the rest of the answer',
      () => fetchMock.mockImplementationOnce(async (_, init) => new Response(openEnd(init?.signal))),
    ],
  ])('fails after waiting 20 seconds for %s, and can be retried', async (_, prepare) => {
    prepare();
    await redeem();
    await pass(19_999);
    expect(screen.queryByRole('alert')).toBeNull();
    await pass(1);
    expect(screen.getByRole('alert').textContent).toBe('An unexpected error occurred. Please try again.');
    answerWith(200, { status: 'success', message: 'Order redeemed successfully!' });
    press('Redeem Now');
    await pass(0);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe('a toast', () => {
  const text = 'Please fill in all required fields.';
  const card = () => screen.getByText(text).parentElement;

  it('is shown once and restarts its time when the same message comes again', async () => {
    press('Redeem Now');
    await pass(4000);
    press('Redeem Now');
    await pass(4000);
    expect(screen.getAllByText(text)).toHaveLength(1);
    await pass(1000);
    await pass(300);
    expect(screen.queryByText(text)).toBeNull();
  });

  it('does not expire while the pointer is over it', async () => {
    press('Redeem Now');
    await pass(3000);
    fireEvent.pointerEnter(card() ?? document.body);
    await pass(20_000);
    expect(card()?.dataset['closing']).toBe('false');
    fireEvent.pointerLeave(card() ?? document.body);
    await pass(1999);
    expect(card()?.dataset['closing']).toBe('false');
    await pass(1);
    expect(card()?.dataset['closing']).toBe('true');
  });

  it('does not expire while its close button has the focus', async () => {
    press('Redeem Now');
    await pass(3000);
    const close = screen.getByRole('button', { name: 'Close notification' });
    act(() => close.focus());
    await pass(20_000);
    expect(card()?.dataset['closing']).toBe('false');
    act(() => close.blur());
    await pass(1999);
    expect(card()?.dataset['closing']).toBe('false');
    await pass(1);
    expect(card()?.dataset['closing']).toBe('true');
  });
});
