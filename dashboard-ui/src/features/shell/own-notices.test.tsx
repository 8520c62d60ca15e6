import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { OwnNotices } from './own-notices';

const role = vi.hoisted(() => ({ packs: false }));
vi.mock('../members/use-rights', () => ({ useRights: () => role }));
const notices = vi.hoisted(() => ({ subscribe: () => () => {}, state: () => 'on' }));
vi.mock('../orders/order-notices', () => ({ orderNotices: notices }));
vi.mock('../chat/mention-notices', () => ({ mentionNotices: notices }));
vi.mock('../chat/tell-of-mentions', () => ({ TellOfMentions: () => 'Mentions' }));
vi.mock('../orders/tell-of-orders', () => ({
  TellOfOrders() {
    const [look] = useState(() => ++looks);
    return `Orders, look ${look}. `;
  },
}));

let looks = 0;

it('order notifications are shown only to roles that deliver, and restart with the role', async () => {
  const { container, rerender } = render(<OwnNotices />);
  function become(packs: boolean) {
    role.packs = packs;
    rerender(<OwnNotices />);
  }
  // The parts that are loaded late appear all at once.
  await screen.findByText(/Mentions/);
  expect(container.textContent).toBe('Mentions');
  become(true);
  await screen.findByText(/Orders, look 1\./);
  become(false);
  expect(container.textContent).toBe('Mentions');
  become(true);
  expect(container.textContent).toBe('Orders, look 2. Mentions');
});
