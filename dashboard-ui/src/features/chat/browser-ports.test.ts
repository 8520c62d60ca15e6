import { expect, it, vi } from 'vitest';
import { browserPorts } from './browser-ports';

it('a WebSocket that the browser does not make counts as closed', async () => {
  vi.stubGlobal('WebSocket', function refused() {
    throw new DOMException('blocked', 'SecurityError');
  });
  const onClose = vi.fn();
  const author = { authorId: '7', author: 'mika' };
  browserPorts('').openSocket(author, { onFrame: vi.fn(), onClose });
  expect(onClose).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith({ over: false }));
});
