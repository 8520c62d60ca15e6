import { useEffect, useState } from 'react';
import type { Failure } from '../../frame/messages';

/** One frame with one state of the code. */
export type Run = { id: number; code: string };

type Outcome = { run: Run; problem: Failure };

const typingPause = 600;

/**
 * Each state of the code that lasts gets a frame of its own; the one that stood last stays until its successor stands.
 * `frames` are to be rendered, keyed by id: only `standing` is to be seen.
 */
export function usePreview(code: string) {
  const [run, setRun] = useState<Run>({ id: 1, code });
  const [standing, setStanding] = useState<Run>();
  const [failed, setFailed] = useState<Outcome>();
  const [complaint, setComplaint] = useState<Outcome>();

  useEffect(() => {
    if (code === run.code) return;
    const timer = setTimeout(() => setRun({ id: run.id + 1, code }), typingPause);
    return () => clearTimeout(timer);
  }, [code, run]);

  const hasFailed = failed?.run === run;
  const frames = [
    ...(standing && standing !== run ? [standing] : []),
    // One that failed may hang: it goes.
    ...(hasFailed ? [] : [run]),
  ];

  return {
    frames,
    standing,
    run,
    problem: hasFailed ? failed.problem : null,
    /** What went wrong with a page that has not failed. */
    complaint: !hasFailed && complaint?.run === run ? complaint.problem : null,
    status: hasFailed ? ('failed' as const) : standing === run ? ('standing' as const) : ('loading' as const),
    onReady: (which: Run) => setStanding(which),
    onFailed(which: Run, problem: Failure) {
      setFailed({ run: which, problem });
      setStanding((before) => (before === which ? undefined : before));
    },
    onComplaint: (which: Run, problem: Failure) => setComplaint({ run: which, problem }),
  };
}
