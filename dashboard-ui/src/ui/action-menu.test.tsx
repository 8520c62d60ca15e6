import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ActionMenu } from './action-menu';

it.each([
  ['d', 'Delete'],
  ['m', 'Mute'],
  ['mm', 'Mark as fixed'],
  ['mmm', 'Mute'],
  ['ma', 'Mark as fixed'],
  ['MA', 'Mark as fixed'],
  ['x', 'Reply'],
])('typing %j in a menu moves to %j', async (keys, label) => {
  const labels = ['Reply', 'Mute', 'Mark as fixed', 'Delete'];
  const actions = labels.map((label) => ({ label, icon: null, onPick: () => {} }));
  render(<ActionMenu label="More" actions={actions} />, { wrapper: MemoryRouter });
  screen.getByRole('menuitem', { name: 'Reply', hidden: true }).focus();
  await userEvent.keyboard(keys);
  expect(document.activeElement?.textContent).toBe(label);
});
