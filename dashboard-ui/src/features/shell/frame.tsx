import { Menu, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button';
import { BrandName, Sidebar, type SidebarProps } from './sidebar';

type ShellFrameProps = {
  bars: ReactNode;
  /** Whether the next screen is loading. */
  busy?: boolean;
  children: ReactNode;
};

/** Navigation beside the screen, or above it. */
export function ShellFrame({ bars, busy, children }: ShellFrameProps) {
  return (
    <div className="flex min-h-dvh max-lg:flex-col">
      <a
        href="#main"
        className="sr-only z-30 rounded-control bg-s3 px-3 py-2 font-medium focus:not-sr-only focus:absolute focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      {bars}
      <main
        id="main"
        tabIndex={-1}
        aria-busy={busy || undefined}
        className="flex min-w-0 flex-1 flex-col outline-none"
      >
        {busy && <div className="next-screen" />}
        {children}
      </main>
    </div>
  );
}

type BarsProps = {
  sidebar: SidebarProps;
  /** Whether there is room for the sidebar. */
  isWide: boolean;
  menuOpen: boolean;
  onMenu: () => void;
  onPalette: () => void;
};

/** The navigation between screens: the sidebar, or a bar with a menu. */
export function Bars({ sidebar, isWide, menuOpen, onMenu, onPalette }: BarsProps) {
  return (
    <>
      {isWide && (
        <aside className="print:hidden sticky top-0 flex h-dvh w-58 shrink-0 flex-col border-r border-line bg-sidebar-bg">
          <div className="px-5 pt-4.5 pb-2.5">
            <BrandName />
          </div>
          <PaletteButton onPress={onPalette} />
          <Sidebar {...sidebar} />
        </aside>
      )}
      <header className="print:hidden not-shallow:sticky top-0 z-20 flex h-14 shrink-0 items-center justify-between border-b border-line bg-bg pr-2 pl-4 lg:hidden">
        <BrandName />
        <div className="flex">
          <IconButton
            label="Jump to"
            size={44}
            icon={<Search aria-hidden size={20} strokeWidth={1.75} />}
            onClick={onPalette}
          />
          <IconButton
            label="Open menu"
            size={44}
            aria-expanded={menuOpen}
            icon={<Menu aria-hidden size={22} strokeWidth={1.75} />}
            onClick={onMenu}
          />
        </div>
      </header>
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
