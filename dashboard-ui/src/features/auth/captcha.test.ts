import { expect, it, vi } from 'vitest';
import { captchaToken } from './captcha';

it('a script that fails to load while a token is awaited is loaded again', async () => {
  vi.useFakeTimers();
  const scripts = () => document.head.querySelectorAll('script');
  const token = captchaToken({ scriptUrl: 'https://check.example/api.js', siteKey: 'ours' });
  expect(scripts()).toHaveLength(1);
  scripts()[0]!.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(100);
  expect(scripts()).toHaveLength(2);
  window.grecaptcha = { ready: (then) => then(), execute: async (siteKey) => `token for ${siteKey}` };
  await vi.advanceTimersByTimeAsync(100);
  expect(await token).toBe('token for ours');
  vi.useRealTimers();
});
