import { useQuery } from '@tanstack/react-query';
import { Menu, Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { stopLiveUpdates } from '../../api/live-updates';
import { sessionToken } from '../../api/session';
import { IconButton } from '../../ui/button';
import { ModalFrame, useModal } from '../../ui/modal';
import { LoadingScreen } from '../../ui/spinner';
import { logOut, userQuery } from '../auth/queries';
import { RequireUser, useScreenHandle } from '../auth/require-user';
import { TokenHandoff } from '../auth/token-handoff';
import { useHearing } from '../auth/use-hearing';
import { useLeave } from '../auth/use-leave';
import { useMedia } from '../../shared/use-media';
import { useRights } from '../members/use-rights';
import { ConnectionStrip } from './connection-strip';
import { entriesFor } from './navigation';
import { OwnNotices } from './own-notices';
import { Palette } from './palette';
import { BrandName, Sidebar, type SidebarProps } from './sidebar';

/** Everything behind the login: navigation around the screen, and the check that someone is signed in. */
export function Shell() {
  const { loading } = useScreenHandle();
  useEffect(() => stopLiveUpdates, []);
  return (
    <div className="flex min-h-dvh max-lg:flex-col">
      <a
        href="#main"
        className="sr-only z-30 rounded-control bg-s3 px-3 py-2 font-medium focus:not-sr-only focus:absolute focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Navigation />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <ConnectionStrip />
        <TokenHandoff>
          <RequireUser whileLoading={<LoadingScreen text={loading} />}>
            <OwnNotices />
            <Outlet />
          </RequireUser>
        </TokenHandoff>
      </main>
      <ScrollRestoration />
    </div>
  );
}

function Navigation() {
  // Only looks at what the check has found: asking is the check's own.
  const { data: user } = useQuery({ ...userQuery, enabled: false });
  const [menuOpen, setMenuOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const isWide = useMedia('(min-width: 1024px)');
  const signOut = useSignOut();
  const hears = useHearing(user !== undefined);
  const ready = user !== undefined && hears;
  const rights = useRights(ready);
  const admin = user?.admin ?? false;
  usePaletteKey(() => user && setPaletteOpen(true));
  const sidebar: SidebarProps = {
    username: user?.username ?? '',
    ready,
    entries: entriesFor(admin, rights),
    onSignOut: signOut,
  };
  return (
    <>
      {isWide && (
        <aside className="print:hidden sticky top-0 flex h-dvh w-58 shrink-0 flex-col border-r border-line bg-sidebar-bg">
          <div className="px-5 pt-4.5 pb-2.5">
            <BrandName />
          </div>
          <PaletteButton onPress={() => setPaletteOpen(true)} />
          <Sidebar {...sidebar} />
        </aside>
      )}
      <header className="print:hidden sticky top-0 z-20 flex h-14 shrink-0 items-center justify-between border-b border-line bg-bg pr-2 pl-4 lg:hidden">
        <BrandName />
        <div className="flex">
          <IconButton
            label="Jump to"
            size={44}
            icon={<Search aria-hidden size={20} strokeWidth={1.75} />}
            onClick={() => setPaletteOpen(true)}
          />
          <IconButton
            label="Open menu"
            size={44}
            aria-expanded={menuOpen}
            icon={<Menu aria-hidden size={22} strokeWidth={1.75} />}
            onClick={() => setMenuOpen(true)}
          />
        </div>
      </header>
      {menuOpen && <MenuSheet {...sidebar} onClosed={() => setMenuOpen(false)} />}
      {paletteOpen && <Palette admin={admin} rights={rights} onClosed={() => setPaletteOpen(false)} />}
    </>
  );
}

function PaletteButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onPress}
      className="hover-fast mx-3 mt-1 flex h-9 shrink-0 items-center gap-2.5 rounded-control border border-line bg-bg px-2.5 text-fg3 hover:border-line2 hover:text-fg2"
    >
      <Search aria-hidden size={16} strokeWidth={1.75} />
      <span className="flex-1 text-left">Jump to</span>
      <kbd aria-hidden className="rounded-badge bg-s2 px-1.5 font-sans text-caption">
        Ctrl K
      </kbd>
    </button>
  );
}

/** `Ctrl+K`, where no dialog is open and nothing else has taken it. */
function usePaletteKey(onPress: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

function MenuSheet({ onClosed, ...sidebar }: SidebarProps & { onClosed: () => void }) {
  const modal = useModal(onClosed);
  return (
    <ModalFrame
      modal={modal}
      label="Menu"
      className="modal-menu m-0 h-dvh max-h-dvh w-70 max-w-[85vw] flex-col border-r border-line2 bg-s1 text-fg shadow-dialog open:flex"
    >
      <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4">
        <BrandName />
        <IconButton
          label="Close menu"
          size={44}
          icon={<X aria-hidden size={20} strokeWidth={1.75} />}
          onClick={modal.close}
        />
      </div>
      <Sidebar {...sidebar} onPick={modal.close} />
    </ModalFrame>
  );
}

function useSignOut() {
  const leave = useLeave();
  return () => {
    // The browser's side is over at once; the server's answer changes nothing here.
    logOut(sessionToken()).catch(() => {});
    leave();
  };
}
