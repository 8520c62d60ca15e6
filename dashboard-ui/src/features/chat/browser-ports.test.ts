import { expect, it, vi } from 'vitest';
import { browserPorts, newId } from './browser-ports';

it('makes ids that are random UUIDs', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const ids = Array.from({ length: 64 }, newId);
  for (const id of ids) expect(id).toMatch(uuid);
  expect(new Set(ids).size).toBe(ids.length);
});

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
