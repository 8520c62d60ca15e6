import { expect, it } from 'vitest';
import { asKept } from './order-id';

it.each([
  ['RX81P-V6NDK-94FMZ-TQ2CE', 'RX81P-V6NDK-94FMZ-TQ2CE'],
  [' rx81p v6ndk_94fmz-tq2ce ', 'RX81P-V6NDK-94FMZ-TQ2CE'],
  ['RXOIPV6NDK94FMZTQ2CL', 'RX01P-V6NDK-94FMZ-TQ2C1'],
  ['RX81P-V6NDK-94FMZ', 'RX81P-V6NDK-94FMZ'],
  ['RX81P-V6NDK-94FMZ-TQ2CU', 'RX81P-V6NDK-94FMZ-TQ2CU'],
  [' order 7 ', 'order 7'],
])('the order ID typed as %j is normalised to %j', (typed, kept) => {
  expect(asKept(typed)).toBe(kept);
});
