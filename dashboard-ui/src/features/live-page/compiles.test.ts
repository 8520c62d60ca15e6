import { describe, expect, it } from 'vitest';
import { problemOf, problemText } from './compiles';
import { defaultPage } from './draft';

describe('the compile problem', () => {
  it('is null when the code compiles or is empty', async () => {
    for (const code of [defaultPage, 'export default () => <b />;', '', ' \n']) {
      expect(await problemOf(code)).toBeNull();
    }
  });

  it('is shown with its line, if it has one', async () => {
    const problem = await problemOf('const a = 1;\nconst b = <b>;\n');
    expect(problem).not.toBeNull();
    expect(problemText(problem!)).toMatch(/^Line [23]: /);
    expect(problemText({ message: 'It fails.', line: null })).toBe('It fails.');
  });
});
