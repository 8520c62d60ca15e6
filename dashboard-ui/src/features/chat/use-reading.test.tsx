import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConfigContext } from '../../api/bootstrap';
import { aMessage } from './a-message';
import { useReading } from './use-reading';

const config = { brand: { name: 'Boostdesk' } } as never;

it('the messages are shown when the browser storage is blocked', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  const messages = [aMessage(1)];
  const { result } = renderHook(() => useReading(messages, 'me', false), {
    wrapper: ({ children }) => <ConfigContext value={config}>{children}</ConfigContext>,
  });
  expect(result.current.marker).toBeUndefined();
  vi.restoreAllMocks();
});
