import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useConfig } from '../../api/bootstrap';
import { initials } from '../../shared/format/initials';
import { Link } from '../../ui/link';
import { Mark } from '../../ui/mark';
import { Truncated } from '../../ui/truncated';
import { chosenStorefront, storefrontsQuery } from '../storefront/queries';
import { StorefrontMark } from '../storefront/storefront-mark';
import { isLit, leadsTo, type Entry } from './navigation';

export type SidebarProps = {
  /** Empty while the user loads. */
  username: string;
  /** Whether somebody is signed in and data that is fetched now will miss no change. */
  ready: boolean;
  entries: Entry[];
  onSignOut: () => void;
  onPick?: () => void;
};

const row =
  'hover-fast flex h-8 shrink-0 items-center gap-2.5 rounded-control px-2.5 font-medium text-fg2 hover:bg-s3 hover:text-fg max-lg:h-11 short:h-7';

export function Sidebar({ username, ready, entries, onSignOut, onPick }: SidebarProps) {
  const links = { ready, entries, onPick };
  return (
    <nav aria-label="Dashboard" className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto p-3 lg:pt-2">
      {entries
        .filter(({ group }) => !group)
        .map((entry) => (
          <EntryLink key={entry.to} entry={entry} ready={ready} onPick={onPick} />
        ))}
      <Group name="Shop" {...links}>
        {ready && <ShopLogo />}
      </Group>
      <Group name="Product" {...links} />
      <div
        data-menu-buttons
        className="mt-auto [@media(min-height:40em)]:sticky [@media(min-height:40em)]:-bottom-3 -mb-3 flex flex-col gap-px border-t border-line bg-sidebar-bg pt-2 pb-3 max-lg:pb-[calc(12px+env(safe-area-inset-bottom))]"
      >
        {/* Keeps the name's line free until it is known. */}
        <div className="flex h-9 items-center gap-2.5 px-2">
          {username && (
            <>
              <span
                aria-hidden
                className="flex size-7 shrink-0 items-center justify-center rounded-full bg-s3 text-tiny font-semibold text-fg2"
              >
                {initials(username)}
              </span>
              <Truncated text={username} className="font-medium" />
            </>
          )}
        </div>
        <button
          type="button"
          onClick={() => {
            onPick?.();
            onSignOut();
          }}
          className={row}
        >
          <LogOut aria-hidden size={18} strokeWidth={1.75} />
          Sign Out
        </button>
      </div>
    </nav>
  );
}

type GroupProps = Pick<SidebarProps, 'ready' | 'entries' | 'onPick'> & {
  name: NonNullable<Entry['group']>;
  /** At the right of its name. */
  children?: ReactNode;
};

/** Entries under a name. */
function Group({ name, ready, entries, onPick, children }: GroupProps) {
  const id = useId();
  const members = entries.filter(({ group }) => group === name);
  if (members.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-px pt-4 short:pt-3">
      <div className="flex items-center justify-between px-2.5 pb-1">
        {/* No heading: it would come before the screen's own. */}
        <p id={id} className="text-caption text-fg3">
          {name}
        </p>
        {children}
      </div>
      {members.map((entry) => (
        <EntryLink key={entry.to} entry={entry} ready={ready} onPick={onPick} />
      ))}
    </div>
  );
}

/** The logo of the chosen storefront. Its name is on the storefront's own screen. */
function ShopLogo() {
  const { data = [] } = useQuery(storefrontsQuery);
  const [params] = useSearchParams();
  const storefront = chosenStorefront(data, params);
  return storefront?.logo ? (
    <span title={storefront.name}>
      <StorefrontMark storefront={storefront} />
    </span>
  ) : null;
}

type EntryLinkProps = Pick<SidebarProps, 'ready' | 'onPick'> & { entry: Entry };

function EntryLink({ entry, ready, onPick }: EntryLinkProps) {
  const { pathname, search } = useLocation();
  const { icon: Icon, Count } = entry;
  const link = (
    <Link
      to={leadsTo(entry, search)}
      aria-current={isLit(entry, pathname) ? 'page' : undefined}
      onClick={onPick}
      className={`${row} group aria-[current=page]:chosen aria-[current=page]:bg-s3 aria-[current=page]:text-fg`}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} className="group-aria-[current=page]:text-pink-text" />
      {entry.label}
    </Link>
  );
  if (!Count) return link;
  // Beside the link, so that its name stays the screen's.
  return (
    <div className="relative grid shrink-0">
      {link}
      <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center">
        {ready && <Count />}
      </span>
    </div>
  );
}

export function BrandName() {
  const { brand } = useConfig();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Mark />
      <Truncated text={brand.name} className="text-lead font-semibold tracking-[-.011em]" />
    </span>
  );
}
