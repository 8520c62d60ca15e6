import { expect, it } from 'vitest';
import { textOfFile } from './file-text';

it.each([
  ['UTF-8', [0x61, 0x0a, 0xc3, 0x84], 'a\nÄ'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ['UTF-16, little end first', [0xff, 0xfe, 0x61, 0, 0xc4, 0], 'aÄ'],
  ['UTF-16, big end first', [0xfe, 0xff, 0, 0x61, 0, 0xc4], 'aÄ'],
  ['UTF-16 that is cut off', [0xff, 0xfe, 0x61, 0, 0x62], 'a\ufffd'],
  ['nothing', [], ''],
])('a list in %s is read', async (_, bytes, text) => {
  expect(await textOfFile(new File([Uint8Array.from(bytes)], 'tokens.txt'))).toBe(text);
});
