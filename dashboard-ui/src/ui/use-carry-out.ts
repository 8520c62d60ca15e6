import { useQueryClient } from '@tanstack/react-query';
import { makeStale, type Subject } from '../api/topics';
import { toast } from './toast';

/** For work that changes `subject`: says when it is done. What it may have changed is fetched again, also if it fails. */
export function useCarryOut(subject: Subject) {
  const queries = useQueryClient();
  return async function carryOut<Done>(work: Promise<Done>, said: string | ((done: Done) => string)) {
    try {
      const done = await work;
      toast(typeof said === 'string' ? said : said(done));
    } finally {
      makeStale(queries, subject);
    }
  };
}
