import { Upload } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';

type DropZoneProps = { onFiles: (files: File[]) => void; className: string; children: ReactNode };

/** Takes files that are dragged onto it, and shows that it does. */
export function DropZone({ onFiles, className, children }: DropZoneProps) {
  // Every child element that the pointer crosses fires enter and leave events, too.
  const depth = useRef(0);
  const [over, setOver] = useState(false);

  function enter(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current++;
    setOver(true);
  }

  function leave(event: DragEvent) {
    if (hasFiles(event) && --depth.current === 0) setOver(false);
  }

  function drop(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  }

  return (
    <div
      onDragEnter={enter}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDragLeave={leave}
      onDrop={drop}
      className={`relative ${className}`}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-10 flex flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed border-pink-text bg-[color-mix(in_srgb,var(--pink)_8%,var(--bg))] opacity-95">
          <Upload aria-hidden size={28} strokeWidth={1.75} className="text-pink-text" />
          <p className="font-medium">Drop images and videos to send them</p>
        </div>
      )}
    </div>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
