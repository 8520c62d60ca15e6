import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Package } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { StatCard } from './stat-card';

it('a failed card has a Retry button that ignores clicks while busy', async () => {
  const retry = vi.fn();
  const card = (busy: boolean) => (
    <StatCard label="Orders" icon={Package} figure={{ status: 'failed', retry: { retry, busy } }} />
  );
  const { rerender } = render(card(false));
  const button = screen.getByRole('button', { name: 'Retry' });
  await userEvent.click(button);
  rerender(card(true));
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button);
  expect(retry).toHaveBeenCalledOnce();
});

it('a failed card whose query is retried elsewhere shows a dash only', () => {
  render(<StatCard label="Orders" icon={Package} figure={{ status: 'failed' }} />);
  expect(screen.getByRole('region', { name: 'Orders' }).textContent).toBe('Orders–');
  expect(screen.queryByRole('button')).toBeNull();
});
