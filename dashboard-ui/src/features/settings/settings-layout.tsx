import { CodeXml } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { Page } from '../../ui/page';
import { useRights } from '../members/use-rights';
import { tabsFor } from './tabs';

export function SettingsLayout() {
  const { owns } = useRights();
  return (
    <Page
      title="Settings"
      actions={
        owns && (
          <ButtonLink to={paths.livePage} icon={<CodeXml aria-hidden size={16} strokeWidth={1.75} />}>
            Edit Live Stock
          </ButtonLink>
        )
      }
    >
      <Tabs />
      <Outlet />
    </Page>
  );
}

/** Links, since each settings screen has an address. The chosen storefront goes along. */
function Tabs() {
  const { pathname, search } = useLocation();
  const { role } = useRights();
  const ref = useRef<HTMLElement>(null);
  const guild = new URLSearchParams(search).get('guild');

  useEffect(() => {
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);

  return (
    <nav
      ref={ref}
      aria-label="Settings"
      className="tabs relative flex overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] max-lg:-mx-4 max-lg:px-4"
    >
      {tabsFor(role).map(({ slug, label }) => (
        <NavLink
          key={slug}
          to={{ pathname: paths.settingsTab(slug), search: guild ? `guild=${guild}` : '' }}
          className="hover-fast flex h-10 shrink-0 items-center border-b-2 border-transparent px-3 font-medium text-fg2 -outline-offset-2 hover:text-fg aria-[current=page]:border-(--tab-bar) aria-[current=page]:text-fg max-sm:h-11"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
