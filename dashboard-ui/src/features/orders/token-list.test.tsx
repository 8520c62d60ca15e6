import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TokenList } from './token-list';

it('is copied by a button that is called what it shows, in a region that says what of', () => {
  render(<TokenList title="Failed tokens" icon={null} tokens={['bad-0']} replaced={new Map()} />);
  const list = within(screen.getByRole('region', { name: 'Failed tokens' }));
  const copy = list.getByRole('button', { name: 'Copy All', description: 'Failed tokens' });
  expect(copy.textContent).toBe('Copy All');
});
