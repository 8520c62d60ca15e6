import { useQuery } from '@tanstack/react-query';
import { Hourglass, OctagonX, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { OwnCode } from '../../frame/frame-connection';
import { useFrame } from '../../frame/use-frame';
import type { Failure, Problem, Shown } from '../../frame/messages';
import { Truncated } from '../../ui/truncated';
import { filesQuery } from './queries';
import { usePreview, type Run } from './use-preview';

/** After this time the preview says that the page has not been drawn yet. */
const lateAfter = 2000;

type PreviewProps = {
  code: string;
  shown: Shown;
  /** Where the counts come from: a storefront, or an example. */
  source: string;
  onGoTo: (line: number) => void;
};

/** The page as customers would see it, restarted after each pause in typing. */
export function Preview({ code, shown, source, onGoTo }: PreviewProps) {
  const { frames, run, standing, problem, complaint, status, onReady, onFailed, onComplaint } =
    usePreview(code);
  return (
    <section
      ref={comeIntoView}
      aria-label="Preview"
      className="card flex scroll-my-18 min-w-0 flex-1 flex-col overflow-hidden"
    >
      <header className="flex h-11 shrink-0 items-center justify-between gap-3 border-b border-line px-4">
        <h2 className="text-body font-medium">Preview</h2>
        <p className="flex min-w-0 text-small text-fg2">
          <Truncated text={source} />
        </p>
      </header>
      {problem && <ProblemStrip problem={problem} onGoTo={onGoTo} />}
      <div className="relative min-h-0 flex-1 bg-bg" aria-busy={status === 'loading'}>
        {frames.map((run) => (
          <PreviewFrame
            key={run.id}
            run={run}
            seen={run === standing}
            shown={shown}
            onReady={() => onReady(run)}
            onFailed={(found) => onFailed(run, found)}
            onComplaint={(found) => onComplaint(run, found)}
          />
        ))}
        {status === 'failed' && !standing && !problem?.unknown && (
          <p className="absolute inset-0 flex items-center justify-center bg-s1 p-6 text-center text-small text-balance text-fg2">
            As long as the code fails, customers see the built-in page.
          </p>
        )}
      </div>
      <div role="status" className="shrink-0">
        {complaint ? (
          <QuietLine icon={TriangleAlert} colour="text-amber">
            <Words problem={complaint} onGoTo={onGoTo} />
          </QuietLine>
        ) : (
          status === 'loading' && <NothingDrawnYet key={run.id} />
        )}
      </div>
    </section>
  );
}

/** On a phone the preview opens below the editor, so it is scrolled into view. */
function comeIntoView(section: HTMLElement | null) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  section?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' });
}

/** Shown for slow code. Code that hangs is reported when it is given up. */
function NothingDrawnYet() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), lateAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    isLate && (
      <QuietLine icon={Hourglass} colour="text-fg3">
        This page has not drawn anything yet.
      </QuietLine>
    )
  );
}

type QuietLineProps = { icon: LucideIcon; colour: string; children: ReactNode };

/** A note under a page that keeps running. */
function QuietLine({ icon: Icon, colour, children }: QuietLineProps) {
  return (
    <div className="flex items-start gap-2 border-t border-line px-4 py-2.5 text-small text-fg2">
      <Icon aria-hidden size={16} strokeWidth={1.75} className={`mt-px shrink-0 ${colour}`} />
      <p className="min-w-0 flex-1 wrap-anywhere">{children}</p>
    </div>
  );
}

type SaidProps = { problem: Problem; onGoTo: (line: number) => void };

function Words({ problem: { message, line }, onGoTo }: SaidProps) {
  return (
    <>
      {line !== null && (
        <>
          <button
            type="button"
            className="font-medium underline underline-offset-3"
            onClick={() => onGoTo(line)}
          >
            Line {line}
          </button>
          {': '}
        </>
      )}
      {message}
    </>
  );
}

function ProblemStrip(said: SaidProps) {
  return (
    <div
      role="alert"
      className="tint flex shrink-0 items-start gap-2 border-b border-line px-4 py-2.5 text-small text-red"
    >
      <OctagonX aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <Words {...said} />
      </p>
    </div>
  );
}

type PreviewFrameProps = {
  run: Run;
  seen: boolean;
  shown: Shown;
  onReady: () => void;
  onFailed: (failure: Failure) => void;
  onComplaint: (problem: Problem) => void;
};

/**
 * Runs the page once the server has said where the files that it names are served. If that request fails, the page
 * runs without them.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { code } = props.run;
  const { data: files, isPending, isEnabled } = useQuery(filesQuery(code));
  return isEnabled && isPending ? null : <RunningFrame {...props} own={{ code, files: files ?? {} }} />;
}

function RunningFrame({
  own,
  seen,
  shown,
  onReady,
  onFailed,
  onComplaint,
}: PreviewFrameProps & { own: OwnCode }) {
  const frame = useFrame({ ...shown, own, onReady, onFailed, onComplaint });
  return (
    <iframe
      ref={frame}
      src="/frame/preview"
      title="Preview of the live stock page"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      className={`absolute inset-0 size-full ${seen ? '' : 'invisible'}`}
    />
  );
}
