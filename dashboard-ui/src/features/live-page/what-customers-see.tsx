import { Info, OctagonX } from 'lucide-react';
import { useState } from 'react';
import type { Failure, Problem } from '../../frame/messages';
import { problemText } from './compiles';
import { Trial } from './trial';
import { useProblem } from './use-problem';

/**
 * Says that customers see the built-in page, and why: nothing is saved, or the saved code does not compile, fails at
 * runtime, or draws nothing in time.
 */
export function WhatCustomersSee({ saved }: { saved: string }) {
  const problem = useProblem(saved);
  if (saved.trim() === '') {
    return (
      <p className="flex items-start gap-2 text-small text-fg2">
        <Info aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0 text-fg3" />
        Customers see the built-in page until you save one of your own.
      </p>
    );
  }
  if (problem === undefined) return null;
  return problem ? <BuiltIn why="does not compile" problem={problem} /> : <Tried key={saved} code={saved} />;
}

/** Runs compiling code, as customers' browsers would. */
function Tried({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<'running' | 'stands' | Failure>('running');
  const [isSecond, setIsSecond] = useState(false);
  if (outcome === 'stands') return null;
  if (outcome === 'running') {
    // If the frame did not load or was suspended, the result says nothing about the code.
    const end = (failure: Failure) =>
      failure.unknown && !isSecond ? setIsSecond(true) : setOutcome(failure);
    return <Trial key={String(isSecond)} code={code} onStands={() => setOutcome('stands')} onFailed={end} />;
  }
  return outcome.unknown ? null : <BuiltIn why="fails" problem={outcome} />;
}

function BuiltIn({ why, problem }: { why: string; problem: Problem }) {
  return (
    <p
      role="status"
      className="tint flex items-start gap-2 rounded-control px-3.5 py-2.5 text-small text-red"
    >
      <OctagonX aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
      <span className="wrap-anywhere">
        Customers see the built-in page: what is saved {why}. {problemText(problem)}
      </span>
    </p>
  );
}
