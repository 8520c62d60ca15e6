import { afterEach, expect, test, vi } from 'vitest';
import { createRoot } from 'react-dom/client';
import { useKeyPress } from './use-key-press';

afterEach(() => vi.unstubAllGlobals());

test('a key is heard as soon as what hears it is in the page', async () => {
  // Outside of `act`, as in a browser, React leaves effects for later.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const heard = vi.fn();
  function Hears() {
    useKeyPress(({ key }) => heard(key));
    return <p>hears</p>;
  }
  const place = document.createElement('div');
  const shown = new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(place, { childList: true });
  });
  const root = createRoot(place);

  root.render(<Hears />);
  await shown;
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k' }));

  expect(heard).toHaveBeenCalledExactlyOnceWith('k');
  root.unmount();
});
