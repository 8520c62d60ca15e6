import { CodeXml } from 'lucide-react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { Page } from '../../ui/page';
import { useSideScroll } from '../../ui/use-side-scroll';
import { useRights } from '../members/use-rights';
import { settingsTabs } from './tabs';

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
      {settingsTabs.length > 1 && <Tabs />}
      <Outlet />
    </Page>
  );
}

/** Links, since each settings screen has an address. */
function Tabs() {
  const { pathname } = useLocation();
  const ref = useSideScroll<HTMLElement>(pathname);
  return (
    <nav
      ref={ref}
      aria-label="Settings"
      className="tabs side-scroll relative flex overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] max-lg:-mx-4 max-lg:px-4"
    >
      {settingsTabs.map(({ slug, label }) => (
        <NavLink
          key={slug}
          to={paths.settingsTab(slug)}
          className="hover-fast flex h-10 shrink-0 items-center border-b-2 border-transparent px-3 font-medium text-fg2 -outline-offset-2 hover:text-fg aria-[current=page]:border-(--tab-bar) aria-[current=page]:text-fg max-sm:h-11"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
