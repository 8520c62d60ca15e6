import { expect, it } from 'vitest';
import { axisTop } from './chart-scale';

it.each([
  [0, 4],
  [3, 4],
  [4, 4],
  [5, 8],
  [45, 80],
  [97, 100],
  [742, 800],
  [1204, 2000],
])('an axis for values up to %i ends at %i', (largest, top) => expect(axisTop(largest, 4)).toBe(top));
