import { expect, it, vi } from 'vitest';
import { inBrowser, inTab } from './browser-storage';

const block = (name: 'localStorage' | 'sessionStorage') =>
  vi.spyOn(window, name, 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });

it('reads what was written', () => {
  expect([inTab.isBlocked(), inTab.get('a'), inTab.set('a', '1'), inTab.get('a')]).toEqual([
    false,
    null,
    true,
    '1',
  ]);
  expect(inTab.keys()).toContain('a');
  inTab.remove('a');
  expect(inTab.get('a')).toBeNull();
});

it('is empty where the browser has blocked it', () => {
  block('localStorage');
  block('sessionStorage');
  for (const storage of [inBrowser, inTab]) {
    expect([storage.isBlocked(), storage.get('a'), storage.set('a', '1'), storage.keys()]).toEqual([
      true,
      null,
      false,
      [],
    ]);
    expect(() => storage.remove('a')).not.toThrow();
  }
  vi.restoreAllMocks();
});
