import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../api/client';
import { ConfirmDialog } from './confirm-dialog';
import { toasts } from './toast';

const onConfirm = vi.fn<() => Promise<unknown>>();
const onClosed = vi.fn();

beforeEach(() => {
  onConfirm.mockReset();
  onClosed.mockReset();
});

afterEach(() => toasts.get().forEach(toasts.close));

async function confirm(failure?: string) {
  render(
    <ConfirmDialog
      title="Remove this secret?"
      text="Calls that are signed with it are refused."
      confirmLabel="Remove"
      failure={failure}
      onConfirm={onConfirm}
      onClosed={onClosed}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
}

const said = () => toasts.get().map(({ kind, message }) => ({ kind, message }));

it('the dialog is described by its text', async () => {
  onConfirm.mockReturnValue(new Promise(() => {}));
  await confirm();
  const described = screen.getByRole('alertdialog').getAttribute('aria-describedby')!;
  expect(document.getElementById(described)?.textContent).toBe('Calls that are signed with it are refused.');
});

it('the dialog closes without a toast when its action succeeds', async () => {
  onConfirm.mockResolvedValue(undefined);
  await confirm('Failed to remove the secret');
  expect(onClosed).toHaveBeenCalledOnce();
  expect(said()).toEqual([]);
});

it("the dialog stays open and shows the server's message as a toast when it is refused", async () => {
  onConfirm.mockRejectedValue(new ApiError(409, 'It is in use'));
  await confirm('Failed to remove the secret');
  expect(said()).toEqual([{ kind: 'error', message: 'It is in use' }]);
  expect(screen.getByRole('button', { name: 'Remove' }).getAttribute('aria-busy')).toBeNull();
  expect(onClosed).not.toHaveBeenCalled();
});

it('the dialog shows its own failure message when the error has none from the server', async () => {
  onConfirm.mockRejectedValue(new TypeError('no network'));
  await confirm('Failed to remove the secret');
  expect(said()).toEqual([{ kind: 'error', message: 'Failed to remove the secret' }]);
});

it('the dialog shows no toast on failure if it has no failure message of its own', async () => {
  onConfirm.mockRejectedValue(new TypeError('no network'));
  await confirm();
  expect(said()).toEqual([]);
});
