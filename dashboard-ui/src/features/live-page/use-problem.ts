import { useEffect, useState } from 'react';
import type { Problem } from '../../frame/messages';
import { problemOf } from './compiles';

/** Why `code` does not compile; null where it does, undefined until it is known. */
export function useProblem(code: string): Problem | null | undefined {
  const [found, setFound] = useState<{ code: string; problem: Problem | null }>();

  useEffect(() => {
    let over = false;
    // Without the compiler nothing is known, and nothing is said.
    problemOf(code).then(
      (problem) => over || setFound({ code, problem }),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [code]);

  return found?.code === code ? found.problem : undefined;
}
