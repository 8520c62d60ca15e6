import { Check, Hourglass, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { CopyButton, CopyTextButton } from '../../ui/copy-button';
import { ElidedToken, endOf, Replaces } from './token-list';
import type { Verdict, Verdicts } from './use-verdicts';
import { useVerdictKeys } from './use-verdict-keys';

type DeliveryVerdictsProps = {
  pending: string[];
  /** Maps a replacement token to the failed one that it replaces. */
  replaced: ReadonlyMap<string, string>;
  verdicts: Verdicts;
};

/** The tokens whose outcome a seller who delivers by hand has to record. */
export function DeliveryVerdicts({ pending, replaced, verdicts }: DeliveryVerdictsProps) {
  const { list, letters, setLetters } = useVerdictKeys(pending, verdicts);
  return (
    <section aria-labelledby="verdicts" className="flex flex-col gap-2.5">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="verdicts" className="flex items-center gap-2 font-medium">
          <Hourglass aria-hidden size={16} strokeWidth={1.75} className="text-amber" />
          Waiting for delivery
          <span className="font-normal text-fg2 tabular-nums">
            {verdicts.decided} of {pending.length}
          </span>
        </h3>
        <div className="flex gap-2">
          <CopyTextButton text={pending.join('\n')} label="Copy All" describedBy="verdicts" />
          <Button size="xs" onClick={() => verdicts.chooseAll('delivered')}>
            All delivered
          </Button>
        </div>
      </header>
      <p className="text-small text-fg3 pointer-coarse:hidden print:hidden">
        {letters && (
          <>
            <Key>D</Key> delivered, <Key>F</Key> failed, and on to the next one: anywhere but in a text
            field.{' '}
          </>
        )}
        <Key>↑</Key> <Key>↓</Key> to move.{' '}
        <button
          type="button"
          onClick={() => setLetters(!letters)}
          className="rounded-badge font-medium text-pink-text hover:underline"
        >
          {letters ? 'Turn D and F off' : 'Turn D and F on'}
        </button>
      </p>
      <ul
        ref={list}
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line bg-bg"
      >
        {pending.map((token, row) => (
          <li key={token} className="flex items-center gap-2 py-1.5 pr-2 pl-3">
            <span className="flex min-w-0 flex-1 flex-col">
              <ElidedToken token={token} />
              <Replaces token={replaced.get(token)} />
            </span>
            <CopyButton text={token} label={`Copy token ${endOf(token)}`} />
            <div role="group" aria-label={`Verdict on ${endOf(token)}`} className="flex gap-1.5">
              <VerdictButton
                verdict="delivered"
                first={row === 0}
                chosen={verdicts.of(token)}
                onChoose={(verdict) => verdicts.choose(token, verdict)}
                colour="aria-pressed:tint aria-pressed:border-green! aria-pressed:text-green"
              >
                <Check aria-hidden size={14} />
                Deliver
              </VerdictButton>
              <VerdictButton
                verdict="failed"
                chosen={verdicts.of(token)}
                onChoose={(verdict) => verdicts.choose(token, verdict)}
                colour="aria-pressed:tint aria-pressed:border-red! aria-pressed:text-red"
              >
                <X aria-hidden size={14} />
                Failed
              </VerdictButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type VerdictButtonProps = {
  verdict: Verdict;
  /** Whether it gets the focus when the dialog opens. */
  first?: boolean;
  chosen: Verdict | undefined;
  onChoose: (verdict: Verdict) => void;
  colour: string;
  children: ReactNode;
};

function VerdictButton({ verdict, first, chosen, onChoose, colour, children }: VerdictButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen === verdict}
      data-autofocus={first || undefined}
      onClick={() => onChoose(verdict)}
      className={`hover-fast print:hidden inline-flex h-7 items-center gap-1 rounded-badge border border-line2 px-2 text-small font-medium text-fg2 hover:bg-s3 aria-pressed:chosen max-sm:h-11 ${colour}`}
    >
      {children}
    </button>
  );
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-badge border border-line bg-s2 px-1.5 font-sans text-caption text-fg2">
      {children}
    </kbd>
  );
}
