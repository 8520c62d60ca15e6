import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as limits from './limits.gen';

it('limits.gen.ts matches the server limits in openapi.json', () => {
  const { 'x-limits': held } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { 'x-limits': object };
  expect({ ...limits }, 'limits.gen.ts is stale: run `npm run generate`').toEqual(held);
});
