import { useEffect, useState } from 'react';
import type { Problem } from '../../frame/messages';
import { problemOf } from './compiles';

/** Why `code` does not compile; null if it does, undefined until that is known. */
export function useProblem(code: string): Problem | null | undefined {
  const [found, setFound] = useState<{ code: string; problem: Problem | null }>();

  useEffect(() => {
    let over = false;
    // If the compiler cannot be loaded, the result stays unknown.
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
