import type { Location } from 'react-router';

/**
 * Where it is kept how far a page was scrolled. The router has one key for the first page of every load, and would begin
 * another page of the same tab where that one was left.
 */
export const placeOf = ({ key, pathname }: Pick<Location, 'key' | 'pathname'>) =>
  key === 'default' ? pathname : key;
