import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { downloadText } from './download';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('the object URL of a download is revoked only after 40 seconds', () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  downloadText('keys.txt', 'RX81P-V6NDK-94FMZ-TQ2CE\n');
  vi.advanceTimersByTime(39_999);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoked).toHaveBeenCalledWith('blob:1');
});
