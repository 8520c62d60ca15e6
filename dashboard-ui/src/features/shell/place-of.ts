import type { Location } from 'react-router';

/**
 * The key under which a page's scroll position is stored. The router has one key for the first page of every load, so
 * another page in the same tab would start at that position.
 */
export const placeOf = ({ key, pathname }: Pick<Location, 'key' | 'pathname'>) =>
  key === 'default' ? pathname : key;
