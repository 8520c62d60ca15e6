import { expect, it } from 'vitest';
import { deviceName, isHandheld } from './device';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'Firefox on Android'],
  [iPhone, 'Safari on iPhone'],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('the user agent %s is named %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

it('a phone counts as handheld, another client does not', () => {
  expect(isHandheld(iPhone)).toBe(true);
  expect(isHandheld('curl/8.5.0')).toBe(false);
});
