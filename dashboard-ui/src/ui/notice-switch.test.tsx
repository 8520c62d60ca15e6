import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Notices } from '../shared/notices';
import { NoticeSwitch } from './notice-switch';

it.each([
  ['can', 'on'],
  ['can', 'off'],
  ['cannot', 'refused'],
  ['cannot', 'missing'],
] as const)('notifications %s be switched while they are %s', (can, state) => {
  const notices = { state: () => state, subscribe: () => () => {} } as Partial<Notices> as Notices;
  render(<NoticeSwitch notices={notices} label="New orders" hint="" />);
  expect(screen.getByRole<HTMLInputElement>('checkbox').disabled).toBe(can === 'cannot');
});
