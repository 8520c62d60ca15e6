import { useId, type ReactNode } from 'react';
import { CopyTextButton } from '../../ui/copy-button';

type TokenListProps = {
  title: string;
  icon: ReactNode;
  tokens: string[];
  /** Maps a replacement token to the failed one that it replaces. */
  replaced: ReadonlyMap<string, string>;
  /** Maps a failed token to the reason. */
  reasons?: ReadonlyMap<string, string>;
};

/** Tokens with the same outcome: eight are visible, the rest by scrolling. */
export function TokenList({ title, icon, tokens, replaced, reasons }: TokenListProps) {
  const id = useId();
  const saysMore = tokens.some((token) => replaced.has(token) || reasons?.has(token));
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2.5">
      <header className="flex items-center gap-2">
        {icon}
        <h3 id={id} className="font-medium">
          {title}
        </h3>
        <span className="text-fg2 tabular-nums">{tokens.length}</span>
        <span className="ml-auto">
          <CopyTextButton text={tokens.join('\n')} label="Copy All" describedBy={id} />
        </span>
      </header>
      {tokens.length > 0 ? (
        <ul
          // Focusable, so that the keyboard can scroll it.
          tabIndex={tokens.length > visibleTokens || saysMore ? 0 : undefined}
          className="max-h-53.5 overflow-y-auto rounded-control border border-line bg-bg px-3 py-1"
        >
          {tokens.map((token) => (
            <li key={token} className="flex min-h-6 flex-col justify-center">
              <ElidedToken token={token} />
              <Replaces token={replaced.get(token)} />
              <Why reason={reasons?.get(token)} />
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

/** The line under a replacement token that names the failed one. */
export function Replaces({ token }: { token: string | undefined }) {
  if (token === undefined) return null;
  return (
    <span className="flex min-w-0 gap-1.5 pb-1 text-caption text-fg3">
      replaces <ElidedToken token={token} />
    </span>
  );
}

function Why({ reason }: { reason: string | undefined }) {
  if (!reason) return null;
  return <span className="pb-1 text-caption wrap-anywhere text-fg3">{reason}</span>;
}

/** The end of a token, which is always visible. */
export const endOf = (token: string) => (token.length > 12 ? token.slice(-6) : token);

/** Shows a token with its middle cut out where it does not fit; copying it yields all of it, and so does printing. */
export function ElidedToken({ token }: { token: string }) {
  const end = endOf(token);
  return (
    <span
      title={token}
      className="block min-w-0 overflow-hidden font-mono text-caption whitespace-nowrap text-fg2 [font-feature-settings:'zero']"
    >
      {/* Inline, because copying puts a line break between the items of a flex box. */}
      <span className="inline-block max-w-[calc(100%-6ch)] truncate align-bottom">
        {token.slice(0, -end.length)}
      </span>
      {end}
    </span>
  );
}
