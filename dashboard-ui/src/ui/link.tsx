import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean;
};

/** A link within the dashboard. The router's own adds 2 KiB of server prefetching code to every page. */
export function Link({ to, target, preventScrollReset, onClick, ...rest }: LinkProps) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { target, preventScrollReset });

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) go(event);
  }

  return <a {...rest} target={target} href={useHref(to)} onClick={follow} />;
}
