import { describe, expect, it } from 'vitest';
import { parseColour } from './colour';

describe('a colour', () => {
  it.each(['#6d4aff', '6d4aff', ' #6D4AFF '])('may be written %j', (text) =>
    expect(parseColour(text)).toBe('#6d4aff'),
  );

  it.each(['#fa0', 'fa0', 'FA0'])('may have three digits: %s', (text) =>
    expect(parseColour(text)).toBe('#ffaa00'),
  );

  it.each(['', 'red', '#12', '#12345', '#1234567', '##ffffff'])('may not be written %j', (text) =>
    expect(parseColour(text)).toBeNull(),
  );
});
