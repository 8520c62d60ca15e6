import { describe, expect, it } from 'vitest';
import { placeOf } from './place-of';

describe('the key of a stored scroll position', () => {
  it('is the path for the first page of a load, and the history key for other visits', () => {
    const keys = { key: 'default', pathname: '/dashboard/keys' };
    expect(placeOf(keys)).not.toBe(placeOf({ ...keys, pathname: '/dashboard/admin' }));
    expect(placeOf(keys)).toBe(placeOf({ ...keys }));
    expect(placeOf({ ...keys, key: 'a1' })).not.toBe(placeOf({ ...keys, key: 'b2' }));
  });
});
