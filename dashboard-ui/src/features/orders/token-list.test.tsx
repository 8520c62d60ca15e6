import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TokenList } from './token-list';

it('the "Copy All" button of a token list is described by the title of its region', () => {
  render(<TokenList title="Failed tokens" icon={null} tokens={['bad-0']} replaced={new Map()} />);
  const list = within(screen.getByRole('region', { name: 'Failed tokens' }));
  const copy = list.getByRole('button', { name: 'Copy All', description: 'Failed tokens' });
  expect(copy.textContent).toBe('Copy All');
});

it('a failed token is shown with its reason, in a list that can be scrolled by keyboard', () => {
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
  // The list may be longer than its box.
  expect(screen.getByRole('list').tabIndex).toBe(0);
});
