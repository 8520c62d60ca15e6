import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { RedeemPage } from './redeem-page';

// For tests: the redeem page, and what a customer does on it.

export const guildId = '918430295761048371';
export const key = 'RX81P-V6NDK-94FMZ-TQ2CE';
export const fetchMock = vi.fn<typeof fetch>();

export function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

export function type(label: string | RegExp, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

export function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name }));
}

export function fillIn() {
  type('Redeem key', ` ${key} `);
  type('Server invite', 'lofi-lounge');
  type('Email', 'mika@example.com');
}

export async function redeem() {
  fillIn();
  press('Redeem Now');
  await pass(0);
}

export function answerWith(status: number, body: unknown) {
  fetchMock.mockResolvedValueOnce(Response.json(body, { status }));
}

export function value(label: string | RegExp) {
  return screen.getByLabelText<HTMLInputElement>(label).value;
}

/** As a reload does, or a tab that a phone had dropped; or as another shop's page in the same tab. */
export function reopen(guild = guildId) {
  cleanup();
  open(guild);
}

export function open(guild = guildId) {
  const data = { embedColor: '#ff7a18', footerText: 'Nova Boosts' };
  return render(<RedeemPage guildId={guild} first={{ status: 'ready', data }} />);
}
