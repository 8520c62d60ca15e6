import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { UsernameForm } from './username-form';

const choose = vi.fn();
beforeEach(() => choose.mockReset());

function open(initial: string) {
  render(
    <UsernameForm initial={initial} onChoose={choose} className="">
      {(formId) => (
        <button type="submit" form={formId}>
          Join
        </button>
      )}
    </UsernameForm>,
  );
  return screen.getByLabelText<HTMLInputElement>(/^Username/);
}

const join = () => userEvent.click(screen.getByRole('button', { name: 'Join' }));

it('the username form removes invisible characters that the server refuses', async () => {
  const field = open('mi\u200bka');
  expect(field.value).toBe('mika');
  await userEvent.type(field, ' \u202etwo');
  await join();
  expect(choose).toHaveBeenCalledExactlyOnceWith('mika two');
});

it('the username form validates a name without its invisible characters', async () => {
  const field = open(`${'n'.repeat(40)}\u200b`);
  await userEvent.type(field, '\u200b');
  await join();
  expect(choose).toHaveBeenCalledWith('n'.repeat(40));
  await userEvent.clear(field);
  await userEvent.type(field, '\u200b');
  await join();
  expect(screen.getByText('Enter a username')).toBeTruthy();
  expect(choose).toHaveBeenCalledTimes(1);
});
