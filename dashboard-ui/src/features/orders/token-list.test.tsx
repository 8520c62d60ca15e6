import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TokenList } from './token-list';

it('is copied by a button that is called what it shows, in a region that says what of', () => {
  render(<TokenList title="Failed tokens" icon={null} tokens={['bad-0']} replaced={new Map()} />);
  const list = within(screen.getByRole('region', { name: 'Failed tokens' }));
  const copy = list.getByRole('button', { name: 'Copy All', description: 'Failed tokens' });
  expect(copy.textContent).toBe('Copy All');
});

it('says under a failed token why it failed', () => {
  const reasons = new Map([['bad-1', 'The invite has expired.']]);
  render(
    <TokenList
      title="Failed tokens"
      icon={null}
      tokens={['bad-0', 'bad-1']}
      replaced={new Map()}
      reasons={reasons}
    />,
  );
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toBe('bad-0');
  expect(second?.textContent).toBe('bad-1The invite has expired.');
  // Its lines may be more than are seen at once.
  expect(screen.getByRole('list').tabIndex).toBe(0);
});
