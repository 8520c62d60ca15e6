import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ShownOnceDialog } from './shown-once-dialog';
import { toasts } from './toast';

it('shows what it was given, copies it and says so, and closes by its button alone', async () => {
  const onClosed = vi.fn();
  const user = userEvent.setup();
  render(
    <ShownOnceDialog
      title="Your new API key"
      text="Keep it somewhere safe: it is not shown again."
      secret="bdk_nova"
      said="Copied!"
      onClosed={onClosed}
    />,
  );
  expect(screen.getByRole('dialog', { name: 'Your new API key' }).textContent).toContain('bdk_nova');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('bdk_nova');
  expect(toasts.get().map(({ message }) => message)).toEqual(['Copied!']);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClosed).toHaveBeenCalledOnce();
});
