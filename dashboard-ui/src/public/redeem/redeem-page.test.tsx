import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RedeemPage } from './redeem-page';

const guildId = '918430295761048371';
const key = 'RX81P-V6NDK-94FMZ-TQ2CE';
const fetchMock = vi.fn<typeof fetch>();

function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

function type(label: string | RegExp, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name }));
}

function fillIn() {
  type('Redeem key', ` ${key} `);
  type('Server invite', 'lofi-lounge');
  type('Email', 'mika@example.com');
}

async function redeem() {
  fillIn();
  press('Redeem Now');
  await pass(0);
}

function answerWith(status: number, body: unknown) {
  fetchMock.mockResolvedValueOnce(Response.json(body, { status }));
}

function open() {
  const data = { embedColor: '#ff7a18', footerText: 'Nova Boosts' };
  return render(<RedeemPage guildId={guildId} first={{ status: 'ready', data }} />);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock.mockReset());
  open();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the form', () => {
  it('has its texts', () => {
    expect(screen.getByRole('heading', { name: 'Redeem Your Order' })).toBeTruthy();
    expect(screen.getByPlaceholderText('Enter your key')).toBeTruthy();
    expect(screen.getByText("Can't find your redeem key? Check your email & invoice page.")).toBeTruthy();
    expect(screen.getByText('Nova Boosts')).toBeTruthy();
  });

  it('has an example of an invite, and says why the email is asked', () => {
    const note = (label: string) =>
      document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
        ?.textContent;
    expect(note('Server invite')).toBe('For example discord.gg/lofi-lounge');
    expect(note('Email')).toBe('So that the store can reach you about this order.');
  });

  it('takes the key that its address brings along, and out of it', () => {
    cleanup();
    location.hash = `#key=${key}`;
    open();
    expect(screen.getByLabelText<HTMLInputElement>('Redeem key').value).toBe(key);
    expect(location.hash).toBe('');
    location.hash = '#key=ANOTH-ER000';
    fireEvent(window, new HashChangeEvent('hashchange'));
    expect(screen.getByLabelText<HTMLInputElement>('Redeem key').value).toBe('ANOTH-ER000');
    expect(location.hash).toBe('');
  });

  it('clears the optional details when they are hidden', () => {
    press('+ Add optional details (display name, bio, avatar, banner)');
    for (const label of [/Display name/, /Bio/, /Avatar URL/, /Banner URL/]) type(label, 'something');
    press('Hide');
    expect(screen.queryByLabelText(/Bio/)).toBeNull();
    press('+ Add optional details (display name, bio, avatar, banner)');
    for (const label of [/Display name/, /Bio/, /Avatar URL/, /Banner URL/]) {
      expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('');
    }
  });

  it('refuses empty fields with a toast, and leads to the first', () => {
    type('Redeem key', key);
    press('Redeem Now');
    expect(screen.getByRole('alert').textContent).toBe('Please fill in all required fields.');
    expect(document.activeElement).toBe(screen.getByLabelText('Server invite'));
    expect(screen.getByLabelText('Server invite').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Redeem key').getAttribute('aria-invalid')).toBeNull();
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('refuses a bad email with a toast', () => {
    fillIn();
    type('Email', 'mika');
    press('Redeem Now');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid email address.');
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

describe('redeeming', () => {
  it('sends all seven fields once, and is busy meanwhile', async () => {
    let answer: (response: Response) => void = () => {};
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await redeem();
    const button = screen.getByRole('button', { name: 'Redeeming...' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Redeeming your order...')).toBeTruthy();
    fireEvent.click(button);
    expect(fetchMock).toHaveBeenCalledOnce();
    const [url, init] = fetchMock.mock.lastCall ?? [];
    expect([url, init?.method]).toEqual([`/api/redeem/${guildId}`, 'POST']);
    expect(JSON.parse(String(init?.body))).toEqual({
      redeemKey: key,
      discordInvite: 'lofi-lounge',
      email: 'mika@example.com',
      displayname: '',
      bio: '',
      avatar: '',
      banner: '',
    });
    // A loading toast stays.
    await pass(10_000);
    expect(screen.getByText('Redeeming your order...')).toBeTruthy();

    answer(Response.json({ status: 'success', message: 'Order redeemed successfully!' }));
    await pass(0);
    expect(screen.getByText('Order redeemed successfully!')).toBeTruthy();
    expect(screen.queryByText('Redeeming your order...')).toBeNull();
  });

  it('ends with a link to the order, on which the focus is, and an empty form', async () => {
    answerWith(200, { status: 'success', message: 'Order redeemed successfully!' });
    await redeem();
    const link = within(screen.getByRole('dialog')).getByRole('link', { name: 'View Order Status' });
    expect(link.getAttribute('href')).toBe(`/api/${guildId}/order/${key}/status`);
    expect(document.activeElement).toBe(link);
    expect(screen.getByLabelText<HTMLInputElement>('Redeem key').value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
  });

  it('shows the id as it is kept, not as the key was typed', async () => {
    answerWith(200, { status: 'success', message: 'Order redeemed successfully!' });
    fillIn();
    type('Redeem key', key.toLowerCase().replaceAll('-', ' '));
    press('Redeem Now');
    await pass(0);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(key)).toBeTruthy();
    expect(dialog.getByRole('link').getAttribute('href')).toBe(`/api/${guildId}/order/${key}/status`);
  });

  it.each([
    ['Invalid redeem key.', 404, 'Redeem key'],
    ['This key has been revoked.', 409, 'Redeem key'],
    ['Invalid server invite.', 422, 'Server invite'],
  ])('says %j at its field too', async (message, status, label) => {
    answerWith(status, { status: 'error', message });
    await redeem();
    const field = screen.getByLabelText(label);
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message);
    expect(screen.getByRole('alert').textContent).toBe(message);
    type(label, 'something else');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  it.each([
    ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
    ['its close button', () => press('Close')],
    ['the backdrop', () => fireEvent.click(screen.getByRole('dialog').parentElement ?? document.body)],
  ])('shows a dialog that closes by %s', async (_, close) => {
    answerWith(200, { status: 'success', message: 'Order redeemed successfully!' });
    await redeem();
    fireEvent.click(screen.getByRole('dialog'));
    await pass(500);
    expect(screen.getByRole('dialog')).toBeTruthy();
    close();
    await pass(500);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [
      'the server message',
      () => answerWith(404, { status: 'error', message: 'Invalid redeem key.' }),
      'Invalid redeem key.',
    ],
    ['a limit', () => answerWith(429, { code: 429, message: 'Too many requests.' }), 'Too many requests.'],
    ['no message', () => answerWith(200, { status: 'error' }), 'Failed to redeem. Please try again.'],
    [
      'something else than JSON',
      () => fetchMock.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 })),
      'Failed to redeem. Please try again.',
    ],
    [
      'no answer',
      () => fetchMock.mockRejectedValueOnce(new TypeError('offline')),
      'An unexpected error occurred. Please try again.',
    ],
  ])('tells of %s and keeps what was typed', async (_, prepare, message) => {
    prepare();
    await redeem();
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mika@example.com');
    expect(screen.getByRole('button', { name: 'Redeem Now' })).toBeTruthy();
  });
});

describe('a toast', () => {
  const text = 'Please fill in all required fields.';
  const card = () => screen.getByText(text).parentElement;

  it('closes after 5 seconds, for 300 ms', async () => {
    press('Redeem Now');
    await pass(4999);
    expect(card()?.dataset['closing']).toBe('false');
    await pass(1);
    expect(card()?.dataset['closing']).toBe('true');
    await pass(299);
    expect(screen.queryByText(text)).toBeTruthy();
    await pass(1);
    expect(screen.queryByText(text)).toBeNull();
  });

  it('closes by its button', async () => {
    press('Redeem Now');
    press('Close notification');
    await pass(300);
    expect(screen.queryByText(text)).toBeNull();
  });

  it('starts anew with news, and never stands beside its predecessor', async () => {
    press('Redeem Now');
    await pass(4000);
    press('Redeem Now');
    await pass(4000);
    expect(screen.getAllByText(text)).toHaveLength(1);
    await pass(1000);
    await pass(300);
    expect(screen.queryByText(text)).toBeNull();
  });

  it('waits while it is pointed at', async () => {
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
});
