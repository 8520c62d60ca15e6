import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeliveryVerdicts } from './delivery-verdicts';

it('each row of verdicts is labelled with the end of its token', () => {
  render(
    <DeliveryVerdicts
      pending={['MTA0ODc2NTQzMjE.first', 'short']}
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
  const row = screen.getByRole('group', { name: 'Verdict on .first' });
  expect(within(row).getByRole('button', { name: 'Deliver' })).toBeDefined();
  expect(screen.getByRole('group', { name: 'Verdict on short' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy token .first' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy token short' })).toBeDefined();
});
