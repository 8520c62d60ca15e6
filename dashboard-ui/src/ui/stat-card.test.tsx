import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Package } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { StatCard } from './stat-card';

it('a failed card has a Retry button that ignores clicks while busy', async () => {
  const retry = vi.fn();
  const card = (busy: boolean) => (
    <StatCard label="Orders" icon={Package} figure={{ status: 'failed', retry, busy }} />
  );
  const { rerender } = render(card(false));
  const button = screen.getByRole('button', { name: 'Retry' });
  await userEvent.click(button);
  rerender(card(true));
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button);
  expect(retry).toHaveBeenCalledOnce();
});
