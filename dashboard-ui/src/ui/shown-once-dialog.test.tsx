import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ShownOnceDialog } from './shown-once-dialog';
import { toasts } from './toast';

const isPageLeft = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('closing the page has to be confirmed while the dialog is open', () => {
  const { unmount } = render(
    <ShownOnceDialog title="Key" text="Once." secret="bdk_nova" said="Copied!" onClosed={() => {}} />,
  );
  expect(isPageLeft()).toBe(false);
  unmount();
  expect(isPageLeft()).toBe(true);
});

it('the dialog shows the secret, focuses Copy, copies it with a toast, and has Done but no Close button', async () => {
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
  const dialog = screen.getByRole('dialog', { name: 'Your new API key' });
  expect(dialog.textContent).toContain('bdk_nova');
  const copy = screen.getByRole('button', { name: 'Copy' });
  expect(document.activeElement).toBe(copy);
  const descriptionOf = (element: Element) =>
    document.getElementById(element.getAttribute('aria-describedby')!)?.textContent;
  expect(descriptionOf(copy)).toBe('bdk_nova');
  expect(descriptionOf(dialog)).toBe('Keep it somewhere safe: it is not shown again.');
  await user.click(copy);
  expect(await navigator.clipboard.readText()).toBe('bdk_nova');
  expect(said.mock.calls).toEqual([['success', 'Copied!']]);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClosed).toHaveBeenCalledOnce();
});
