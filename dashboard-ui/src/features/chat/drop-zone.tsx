import type { ReactNode } from 'react';
import { DropInvitation, useFileDrop } from '../../ui/file-drop';

type DropZoneProps = { onFiles: (files: File[]) => void; className: string; children: ReactNode };

/** Takes files that are dragged onto it, and shows that it does. */
export function DropZone({ onFiles, className, children }: DropZoneProps) {
  const { over, ...drop } = useFileDrop(onFiles);
  return (
    <div {...drop} className={`relative ${className}`}>
      {children}
      {over && (
        <DropInvitation
          text="Drop images and videos to send them"
          iconSize={28}
          className="inset-2 z-10 gap-3 bg-[color-mix(in_srgb,var(--pink)_8%,var(--bg))] opacity-95"
        />
      )}
    </div>
  );
}
