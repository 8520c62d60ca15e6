import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rightsOf } from '../members/use-rights';
import { AppearanceSection } from './appearance-section';

const role = vi.hoisted(() => ({ now: 'viewer' as 'viewer' | 'packer' }));
vi.mock('../members/use-rights', async (original) => ({
  ...(await original<object>()),
  useRights: () => rightsOf(role.now),
}));

it.each([
  ['viewer', 0],
  ['packer', 1],
] as const)('a %s is offered order notifications only if the role may deliver orders', (now, switches) => {
  role.now = now;
  render(<AppearanceSection />);
  expect(screen.queryAllByRole('checkbox', { name: /Tell me of orders to deliver/ })).toHaveLength(switches);
  expect(screen.getByRole('checkbox', { name: /Tell me when I am mentioned/ })).toBeDefined();
});
