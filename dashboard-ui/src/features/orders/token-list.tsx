import type { ReactNode } from 'react';
import { CopyTextButton } from '../../ui/copy-button';

/** Tokens of one outcome, eight to see and the rest by scrolling. */
export function TokenList({ title, icon, tokens }: { title: string; icon: ReactNode; tokens: string[] }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2.5">
      <header className="flex items-center gap-2">
        {icon}
        <h3 className="font-medium">{title}</h3>
        <span className="text-fg2 tabular-nums">{tokens.length}</span>
        <span className="ml-auto">
          <CopyTextButton
            text={tokens.join('\n')}
            label="Copy All"
            name={`Copy all ${title.toLowerCase()}`}
          />
        </span>
      </header>
      {tokens.length > 0 ? (
        <ul
          // Scrollable, so the keyboard must get into it.
          tabIndex={tokens.length > visibleTokens ? 0 : undefined}
          className="max-h-53.5 overflow-y-auto rounded-control border border-line bg-bg px-3 py-1"
        >
          {tokens.map((token) => (
            <li key={token} className="flex h-6 items-center">
              <ElidedToken token={token} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="rounded-control border border-line bg-bg px-3 py-2 text-small text-fg3">None</p>
      )}
    </section>
  );
}

const visibleTokens = 8;

/** The middle gives way; a copy holds all of it. */
export function ElidedToken({ token }: { token: string }) {
  const tail = token.length > 12 ? token.slice(-6) : '';
  return (
    <span className="flex min-w-0 flex-1 font-mono text-caption text-fg2 [font-feature-settings:'zero']">
      <span className="truncate">{tail ? token.slice(0, -6) : token}</span>
      <span className="shrink-0">{tail}</span>
    </span>
  );
}
