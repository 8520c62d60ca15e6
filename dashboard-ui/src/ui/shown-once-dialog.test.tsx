import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ShownOnceDialog } from './shown-once-dialog';
import { toasts } from './toast';

const isPageLeft = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks before the page goes, while it is there', () => {
  const { unmount } = render(
    <ShownOnceDialog title="Key" text="Once." secret="bdk_nova" said="Copied!" onClosed={() => {}} />,
  );
  expect(isPageLeft()).toBe(false);
  unmount();
  expect(isPageLeft()).toBe(true);
});

it('shows what it was given, copies it and says so, and closes by its button alone', async () => {
  const onClosed = vi.fn();
  const said = vi.spyOn(toasts, 'show');
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
  expect(said.mock.calls).toEqual([['success', 'Copied!']]);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClosed).toHaveBeenCalledOnce();
});
