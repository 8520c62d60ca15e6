import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { DeliveryVerdicts } from './delivery-verdicts';

const open = (...pending: string[]) =>
  render(
    <DeliveryVerdicts
      pending={pending}
      replaced={new Map()}
      verdicts={{
        of: () => undefined,
        choose: () => {},
        set: () => {},
        chooseAll: () => {},
        decided: 0,
        save: () => {},
        saving: false,
      }}
    />,
  );

it('each row of verdicts is labelled with the end of its token', () => {
  open('MTA0ODc2NTQzMjE.first', 'short');
  const row = screen.getByRole('group', { name: 'Verdict on .first' });
  expect(within(row).getByRole('button', { name: 'Deliver' })).toBeDefined();
  expect(screen.getByRole('group', { name: 'Verdict on short' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy token .first' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy token short' })).toBeDefined();
});

it('Copy All copies the waiting tokens, one per line', async () => {
  const user = userEvent.setup();
  open('one', 'two');
  await user.click(screen.getByRole('button', { name: 'Copy All' }));
  expect(await navigator.clipboard.readText()).toBe('one\ntwo');
});
