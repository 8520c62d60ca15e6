import { TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, requestOf } from '../api/client';
import { Button } from './button';

type EmptyProps = { icon: LucideIcon; title: string; text?: string; children?: ReactNode };

/** Says that there is nothing here, and why; at most one button as its child. */
export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <Frame icon={icon} colour="text-fg2" title={title} text={text}>
      {children}
    </Frame>
  );
}

type FailedProps = {
  title: string;
  text?: string;
  /** A refusal is shown in the server's words, with the server's id of the request, so that its log can be searched. */
  error: unknown;
  onRetry: () => void;
  busy?: boolean;
};

/** Says that the content could not be loaded. */
export function Failed({ title, text, error, onRetry, busy }: FailedProps) {
  const request = requestOf(error);
  const refusal = error instanceof ApiError && error.status < 500 ? error.message : undefined;
  return (
    <div role="alert">
      <Frame icon={TriangleAlert} colour="text-red" title={title} text={text ?? refusal}>
        <Button onClick={onRetry} busy={busy}>
          Retry
        </Button>
        {request && (
          <p className="text-caption text-fg3">
            Reference <code className="wrap-anywhere select-all">{request}</code>
          </p>
        )}
      </Frame>
    </div>
  );
}

type FailedLineProps = Pick<FailedProps, 'title' | 'onRetry' | 'busy'>;

/**
 * A one-line version of `Failed`. While it retries, the text is hidden from screen readers, so that a second failure
 * is announced.
 */
export function FailedLine({ title, onRetry, busy }: FailedLineProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-small text-red"
    >
      <span aria-hidden={busy}>{title}</span>
      <Button size="xs" onClick={onRetry} busy={busy}>
        Retry
      </Button>
    </div>
  );
}

function Frame({ icon: Icon, colour, title, text, children }: EmptyProps & { colour: string }) {
  return (
    <div className="flex flex-col items-center gap-4 px-5 py-12 text-center">
      <span className="flex size-12 items-center justify-center rounded-tile border border-line bg-s2">
        <Icon aria-hidden size={22} strokeWidth={1.75} className={colour} />
      </span>
      <div className="flex max-w-md flex-col gap-1">
        <p className="text-lead font-semibold">{title}</p>
        {text && <p className="text-small text-balance text-fg2">{text}</p>}
      </div>
      {children}
    </div>
  );
}
