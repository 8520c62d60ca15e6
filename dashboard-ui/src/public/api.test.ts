import { expect, it } from 'vitest';
import { address } from './api';

it('path parameters are filled in and percent-encoded', () => {
  const parameters = { guildId: '918430295761048371', orderId: 'a/b $& c' };
  expect(address('/api/fetch/{guildId}/order/{orderId}/status', parameters)).toBe(
    '/api/fetch/918430295761048371/order/a%2Fb%20%24%26%20c/status',
  );
});
