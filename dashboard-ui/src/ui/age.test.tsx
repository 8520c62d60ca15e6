import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatDateTime } from '../shared/format/date';
import { Age } from './age';

it('the age is not printed, but the time, which CSS takes from the tooltip', () => {
  const time = new Date(Date.now() - 26 * 60_000).toISOString();
  render(<Age time={time} />);
  const age = screen.getByText('26m ago');
  expect(age.className).toContain('print:hidden');
  const whole = age.closest('time')!;
  expect(whole.textContent).toBe('26m ago');
  expect(whole.title).toBe(formatDateTime(time));
  expect(whole.className).toContain('print:after:content-[attr(title)]');
});
