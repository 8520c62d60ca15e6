import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { stopLiveUpdates } from '../../api/live-updates';
import { wasAdmin } from '../../api/session';
import { useKeyPress } from '../../shared/use-key-press';
import { IconButton } from '../../ui/button';
import { ModalFrame, useModal } from '../../ui/modal';
import { LoadingScreen } from '../../ui/spinner';
import { useIsGoingElsewhere } from '../../ui/use-is-going-elsewhere';
import { userQuery } from '../auth/queries';
import { RequireUser, useScreenHandle } from '../auth/require-user';
import { TokenHandoff } from '../auth/token-handoff';
import { useHearing } from '../auth/use-hearing';
import { useSignOut } from '../auth/use-leave';
import { useOtherTabs } from '../auth/use-other-tabs';
import { useMedia } from '../../shared/use-media';
import { useRights } from '../members/use-rights';
import { ConnectionStrip } from './connection-strip';
import { Bars, ShellFrame } from './frame';
import { entriesFor, reaches } from './navigation';
import { OwnNotices } from './own-notices';
import { Palette } from './palette';
import { placeOf } from './place-of';
import { BrandName, Sidebar, type SidebarProps } from './sidebar';

/** Everything behind the login: navigation around the screen, and the check that someone is signed in. */
export function Shell() {
  const { loading } = useScreenHandle();
  useEffect(() => stopLiveUpdates, []);
  useOtherTabs();
  // The same screen at another address shows by itself what it waits for.
  const busy = useIsGoingElsewhere();
  return (
    <>
      <ShellFrame bars={<Navigation />} busy={busy}>
        <ConnectionStrip />
        <TokenHandoff>
          <RequireUser whileLoading={<LoadingScreen text={loading} />}>
            <OwnNotices />
            <Screen />
          </RequireUser>
        </TokenHandoff>
      </ShellFrame>
      <ScrollRestoration getKey={placeOf} />
    </>
  );
}

/** Shown for a screen that the user's role does not allow, instead of a form that the server would refuse. */
const NotReached = lazy(async () => ({ default: (await import('./not-reached')).NotReached }));

function Screen() {
  const { pathname } = useLocation();
  if (reaches(pathname, useRights())) return <Outlet />;
  return (
    <Suspense>
      <NotReached />
    </Suspense>
  );
}

function Navigation() {
  // Only reads the result of the session check in `RequireUser`, and starts none.
  const { data: user } = useQuery({ ...userQuery, enabled: false });
  const [menuOpen, setMenuOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const isWide = useMedia('(min-width: 64rem)');
  const signOut = useSignOut();
  const hears = useHearing(user !== undefined);
  const ready = user !== undefined && hears;
  const rights = useRights(ready);
  // The sidebar shows at once what it will most likely show, so that nothing in it moves.
  const admin = user?.admin ?? wasAdmin();
  usePaletteKey(() => setPaletteOpen(true));
  const sidebar: SidebarProps = {
    username: user?.username ?? '',
    ready,
    entries: entriesFor(admin, rights),
    onSignOut: signOut,
  };
  return (
    <>
      <Bars
        sidebar={sidebar}
        isWide={isWide}
        menuOpen={menuOpen}
        onMenu={() => setMenuOpen(true)}
        onPalette={() => setPaletteOpen(true)}
      />
      {menuOpen && <MenuSheet {...sidebar} isWide={isWide} onClosed={() => setMenuOpen(false)} />}
      {/* A press during the session check opens it after that: it calls the API, as a screen does. */}
      {paletteOpen && ready && (
        <Palette admin={admin} rights={rights} onClosed={() => setPaletteOpen(false)} />
      )}
    </>
  );
}

/** `Ctrl+K`, where no dialog is open and nothing else has taken it. */
function usePaletteKey(onPress: () => void) {
  useKeyPress((event) => {
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
}

type MenuSheetProps = SidebarProps & { isWide: boolean; onClosed: () => void };

function MenuSheet({ isWide, onClosed, ...sidebar }: MenuSheetProps) {
  const modal = useModal(onClosed);
  const { ref } = modal;
  // Turning a tablet brings the sidebar back; an open modal menu would make it unusable.
  useEffect(() => {
    if (isWide) ref.current?.close();
  }, [isWide, ref]);
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
