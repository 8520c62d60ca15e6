import {
  Bug,
  ChartColumn,
  House,
  Lightbulb,
  LogOut,
  MessageCircle,
  Package,
  Settings,
  Shield,
  type LucideIcon,
} from 'lucide-react';
import { NavLink } from 'react-router';
import { useConfig } from '../../api/bootstrap';
import { initials } from '../../shared/format/initials';
import { paths } from '../../paths';
import { Mark } from '../../ui/mark';
import { ToDeliverCount } from '../orders/to-deliver';

type Entry = { label: string; to: string; icon: LucideIcon };

const entries: Entry[] = [
  { label: 'Home', to: paths.home, icon: House },
  { label: 'Orders', to: paths.orders, icon: Package },
  { label: 'Insights', to: paths.insights, icon: ChartColumn },
  { label: 'Suggestions', to: paths.suggestions, icon: Lightbulb },
  { label: 'Bugs', to: paths.bugReports, icon: Bug },
  { label: 'Chat', to: paths.chat, icon: MessageCircle },
  { label: 'Settings', to: paths.settings, icon: Settings },
];
const adminEntry: Entry = { label: 'Admin', to: paths.admin, icon: Shield };

export type SidebarProps = {
  /** Empty while the user loads. */
  username: string;
  admin: boolean;
  onSignOut: () => void;
  onPick?: () => void;
};

const row =
  'hover-fast flex h-9 items-center gap-2.5 rounded-control px-2.5 font-medium text-fg2 hover:bg-s3 hover:text-fg max-lg:h-11';

export function Sidebar({ username, admin, onSignOut, onPick }: SidebarProps) {
  return (
    <nav aria-label="Dashboard" className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto p-3">
      {(admin ? [...entries, adminEntry] : entries).map(({ label, to, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === paths.home}
          onClick={onPick}
          className={`${row} group aria-[current=page]:bg-s3 aria-[current=page]:text-fg`}
        >
          <Icon
            aria-hidden
            size={18}
            strokeWidth={1.75}
            className="group-aria-[current=page]:text-pink-text"
          />
          {label}
          {to === paths.orders && <ToDeliverCount />}
        </NavLink>
      ))}
      <div className="mt-auto flex flex-col gap-1 border-t border-line pt-3 max-lg:pb-[env(safe-area-inset-bottom)]">
        {username && (
          <div className="flex h-9 items-center gap-2.5 px-2">
            <span
              aria-hidden
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-s3 text-[11px] font-semibold text-fg2"
            >
              {initials(username)}
            </span>
            <span title={username} className="truncate font-medium">
              {username}
            </span>
          </div>
        )}
        <button type="button" onClick={onSignOut} className={row}>
          <LogOut aria-hidden size={18} strokeWidth={1.75} />
          Sign Out
        </button>
      </div>
    </nav>
  );
}

export function BrandName() {
  const { brand } = useConfig();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Mark />
      <span className="truncate text-[15px]/5 font-semibold tracking-[-.011em]">{brand.name}</span>
    </span>
  );
}
