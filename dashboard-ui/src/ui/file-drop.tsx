import { Upload } from 'lucide-react';
import { useState, type DragEvent } from 'react';

/** Takes files that are dropped onto an element or its children. `over`: some are being dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);

  function enter(event: DragEvent) {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  }

  return {
    over,
    onDragEnter: enter,
    onDragOver: enter,
    onDragLeave(event: DragEvent) {
      // Going on to a child fires this, too. Counting would not do: a child that is removed is never left.
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0) onFiles(files);
    },
  };
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

type DropInvitationProps = { text: string; iconSize: number; className: string };

/** Covers the element while files are dragged over it; the element has to be positioned. */
export function DropInvitation({ text, iconSize, className }: DropInvitationProps) {
  return (
    <div
      className={`pointer-events-none absolute flex flex-col items-center justify-center rounded-card border-2 border-dashed border-pink-text font-medium ${className}`}
    >
      <Upload aria-hidden size={iconSize} strokeWidth={1.75} className="text-pink-text" />
      <p>{text}</p>
    </div>
  );
}
