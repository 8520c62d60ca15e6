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

it('closes once it is done', async () => {
  onConfirm.mockResolvedValue(undefined);
  await confirm('Failed to remove the secret');
  expect(onClosed).toHaveBeenCalledOnce();
  expect(said()).toEqual([]);
});

it('says why it failed, in the words of who refused, and stays', async () => {
  onConfirm.mockRejectedValue(new ApiError(409, 'It is in use'));
  await confirm('Failed to remove the secret');
  expect(said()).toEqual([{ kind: 'error', message: 'It is in use' }]);
  expect(screen.getByRole('button', { name: 'Remove' }).getAttribute('aria-busy')).toBeNull();
  expect(onClosed).not.toHaveBeenCalled();
});

it('has its own words for what gives no reason', async () => {
  onConfirm.mockRejectedValue(new TypeError('no network'));
  await confirm('Failed to remove the secret');
  expect(said()).toEqual([{ kind: 'error', message: 'Failed to remove the secret' }]);
});

it('says nothing where whoever failed has done so', async () => {
  onConfirm.mockRejectedValue(new TypeError('no network'));
  await confirm();
  expect(said()).toEqual([]);
});
