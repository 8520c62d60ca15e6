// Writes src/shared/limits.gen.ts: the server's limits on its input, taken from openapi.json.

import { readFileSync, writeFileSync } from 'node:fs';

const { 'x-limits': limits } = JSON.parse(readFileSync('openapi.json', 'utf8'));
const lines = Object.entries(limits).map(([name, limit]) => `export const ${name} = ${limit};\n`);
writeFileSync(
  'src/shared/limits.gen.ts',
  `// What the server takes at most, texts in characters: \`npm run generate\` makes it of openapi.json.\n\n${lines.join('')}`,
);
