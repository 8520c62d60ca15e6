import { describe, expect, it } from 'vitest';
import { boxOf } from './message-media';
import { whoTypes } from './typing-line';

describe('the typing line', () => {
  it.each([
    [['mika'], 'mika is typing'],
    [['mika', 'tidal'], 'mika and tidal are typing'],
    [['mika', 'tidal', 'orchid'], 'mika, tidal and orchid are typing'],
    [['mika', 'tidal', 'orchid', 'nova'], 'mika, tidal and 2 others are typing'],
  ])('names the users %s', (names, words) => expect(whoTypes(names)).toBe(words));
});

describe('the displayed size of a picture', () => {
  it.each([
    [640, 480, { width: 320, height: 240 }],
    [480, 960, { width: 160, height: 320 }],
    [200, 100, { width: 200, height: 100 }],
    [4000, 20, { width: 320, height: 64 }],
    [10, 10, { width: 96, height: 64 }],
    [null, null, { width: 320, height: 180 }],
  ])('fits a picture of %s × %s', (width, height, box) => expect(boxOf({ width, height })).toEqual(box));
});
