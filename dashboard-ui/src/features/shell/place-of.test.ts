import { describe, expect, it } from 'vitest';
import { placeOf } from './place-of';

describe('Where it is kept how far a page was scrolled', () => {
  it('is the page, where it was loaded, and else each visit by itself', () => {
    const keys = { key: 'default', pathname: '/dashboard/keys' };
    expect(placeOf(keys)).not.toBe(placeOf({ ...keys, pathname: '/dashboard/admin' }));
    expect(placeOf(keys)).toBe(placeOf({ ...keys }));
    expect(placeOf({ ...keys, key: 'a1' })).not.toBe(placeOf({ ...keys, key: 'b2' }));
  });
});
