import { expect, it } from 'vitest';
import { readPageAddress } from './page-address';

it.each([
  ['', { page: 1, size: 20 }],
  ['page=3&size=50', { page: 3, size: 50 }],
  ['page=0&size=30', { page: 1, size: 20 }],
  ['page=1.5&size=x', { page: 1, size: 20 }],
])('%j names page and size', (search, address) =>
  expect(readPageAddress(new URLSearchParams(search))).toEqual(address),
);
