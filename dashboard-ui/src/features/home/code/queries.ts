import { queryOptions } from '@tanstack/react-query';

/** Code that Home mostly does not need, in files of its own. */
const code = <Component>(name: string, load: () => Promise<Component>) =>
  queryOptions({ queryKey: ['code', name], queryFn: load, staleTime: Infinity, retry: false });

export const stepsCode = code('steps', async () => (await import('../checklist-steps')).Steps);

/** With its texts and the stores' names. */
export const refusedCallListCode = code(
  'refused calls',
  async () => (await import('../../stores/refused-call-list')).RefusedCallList,
);
