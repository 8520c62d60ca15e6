import { expect, it } from 'vitest';
import { keyInAddress } from './key-in-address';

it.each([
  ['', ''],
  ['#', ''],
  ['#key=', ''],
  ['#top', ''],
  ['#key=RX81P-V6NDK-94FMZ-TQ2CE', 'RX81P-V6NDK-94FMZ-TQ2CE'],
  ['#a=b&key=%20RX81P%20', 'RX81P'],
])('the URL fragment %j contains the key %j', (hash, key) => {
  expect(keyInAddress(hash)).toBe(key);
});
