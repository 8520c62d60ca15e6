import { useEffect, useState } from 'react';
import type { Failure } from '../../frame/messages';

/** One frame that runs one version of the code. */
export type Run = { id: number; code: string };

type Outcome = { run: Run; problem: Failure };

const typingPause = 600;

/**
 * Each version of the code that outlasts a typing pause gets its own frame. The last one that was drawn stays visible
 * until its successor is drawn. Render all `frames`, keyed by id, and show only `standing`.
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
    // A failed frame may hang, so it is removed.
    ...(hasFailed ? [] : [run]),
  ];

  return {
    frames,
    standing,
    run,
    problem: hasFailed ? failed.problem : null,
    /** A problem of a page that keeps running. */
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
