import { expect, it } from 'vitest';
import { allVerdicts, verdicts } from './verdicts';

it('the calls that can be replayed are those that the server replays', () => {
  const replayable = allVerdicts.filter((verdict) => verdicts[verdict].replayable);
  expect(replayable).toEqual(['delivered', 'repeated', 'unmapped', 'malformed']);
});
