import { useEffect, type ReactNode } from 'react';
import { isFree } from './is-free';
import { usePageTitle } from './use-page-title';

type PageProps = {
  title: string;
  /** Shown beside the title. */
  badge?: ReactNode;
  text?: ReactNode;
  /** Shown at the right of the title. */
  actions?: ReactNode;
  /** Shown at the bottom in full width, for pagination. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The main column of a dashboard screen: title, then figures, tools and list. */
export function Page({ title, badge, text, actions, footer, children }: PageProps) {
  useScreenTitle(title);
  return (
    <>
      <div className="mx-auto flex w-full max-w-[1184px] flex-1 flex-col gap-6 p-8 max-lg:px-4 max-lg:py-5 max-sm:gap-5">
        <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 tabIndex={-1} className="text-title outline-none">
                {title}
              </h1>
              {badge}
            </div>
            {text && <p className="wrap-anywhere text-fg2">{text}</p>}
          </div>
          {actions && <div className="flex gap-2">{actions}</div>}
        </header>
        {children}
      </div>
      {footer}
    </>
  );
}

/** Sets the title of a screen, and focuses its heading when the user comes from another one. */
export function useScreenTitle(title: string) {
  usePageTitle(title);
  useEffect(arrive, []);
}

/** The path of the screen that was shown last, and its heading if that got the focus. */
let shown: string | undefined;
let focused: HTMLElement | undefined;

/**
 * Focuses the heading, so that screen readers say where the user is, unless the new screen has focused a control of its
 * own. A page load starts at the top.
 */
function arrive() {
  const heading = document.querySelector<HTMLElement>('main h1');
  const { pathname } = location;
  // A screen's heading may be replaced with what it shows while it loads.
  const isReplaced = focused?.isConnected === false && document.activeElement === document.body;
  if (!heading || (shown === pathname && !isReplaced)) return;
  const isLoad = shown === undefined;
  shown = pathname;
  focused = undefined;
  if (isLoad || !isFree(document.activeElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  focused = heading;
}
