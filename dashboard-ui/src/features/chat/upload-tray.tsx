import { CircleAlert, File, Film, RotateCw, X } from 'lucide-react';
import type { Upload } from './uploads';

type UploadTrayProps = {
  uploads: readonly Upload[];
  onRetry: (id: number) => void;
  onRemove: (id: number) => void;
};

/** The files of the message that is being written. */
export function UploadTray({ uploads, onRetry, onRemove }: UploadTrayProps) {
  const failed = uploads.filter(({ state }) => state === 'failed');
  return (
    <div className="flex flex-col gap-1.5 px-3 pt-1.5">
      <ul aria-label="Files" className="flex gap-3 overflow-x-auto px-1 pt-2.5 pr-3 pb-1">
        {uploads.map((upload) => (
          <Thumb
            key={upload.id}
            upload={upload}
            onRetry={() => onRetry(upload.id)}
            onRemove={() => onRemove(upload.id)}
          />
        ))}
      </ul>
      {failed.length > 0 && (
        <div role="alert">
          <ul
            aria-label="Failed files"
            // It may scroll, so the keyboard must get into it.
            tabIndex={failed.length > 1 ? 0 : undefined}
            className="flex max-h-24 flex-col gap-0.5 overflow-y-auto"
          >
            {failed.map(({ id, file, reason }) => (
              <li key={id} className="flex items-start gap-1.5 text-small text-red">
                <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
                <span className="wrap-anywhere">
                  <bdi>{file.name}</bdi>: <span>{reason}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

type ThumbProps = { upload: Upload; onRetry: () => void; onRemove: () => void };

function Thumb({ upload, onRetry, onRemove }: ThumbProps) {
  const { file, kind, preview, state, final } = upload;
  const Icon = kind === 'video' ? Film : File;
  const underWay = state === 'queued' || state === 'sending';
  return (
    <li className="relative size-16 shrink-0" title={file.name}>
      <div
        className={`flex size-full items-center justify-center overflow-hidden rounded-tall border bg-s2 ${state === 'failed' ? 'border-red' : 'border-line2'}`}
      >
        {kind === 'image' ? (
          <img
            src={preview}
            alt={file.name}
            className={`size-full object-cover ${state === 'done' ? '' : 'opacity-40'}`}
          />
        ) : (
          <Icon role="img" aria-label={file.name} size={22} strokeWidth={1.75} className="text-fg2" />
        )}
      </div>
      {underWay && <Ring upload={upload} />}
      {state === 'failed' && !final && (
        <button
          type="button"
          aria-label={`Retry ${file.name}`}
          title="Retry"
          onClick={onRetry}
          className="absolute inset-0 m-auto flex size-8 items-center justify-center rounded-full bg-media-control text-on-media"
        >
          <RotateCw aria-hidden size={16} strokeWidth={2} />
        </button>
      )}
      <button
        type="button"
        aria-label={`${underWay ? 'Cancel' : 'Remove'} ${file.name}`}
        title={underWay ? 'Cancel' : 'Remove'}
        onClick={onRemove}
        className="hover-fast absolute -top-2 -right-2 flex size-6 items-center justify-center rounded-full border border-line2 bg-s1 text-fg hover:bg-s3"
      >
        <X aria-hidden size={14} strokeWidth={2} />
      </button>
    </li>
  );
}

const radius = 13;
const round = 2 * Math.PI * radius;

function Ring({ upload: { file, progress } }: { upload: Upload }) {
  const percent = Math.round(progress * 100);
  return (
    <span
      role="progressbar"
      aria-label={`Uploading ${file.name}`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="absolute inset-0 m-auto flex size-9 items-center justify-center rounded-full bg-media-control text-on-media"
    >
      <svg viewBox="0 0 32 32" aria-hidden className="size-8 -rotate-90">
        <circle
          cx="16"
          cy="16"
          r={radius}
          fill="none"
          stroke="currentcolor"
          strokeOpacity="0.25"
          strokeWidth="3"
        />
        <circle
          cx="16"
          cy="16"
          r={radius}
          fill="none"
          stroke="currentcolor"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={round}
          strokeDashoffset={round * (1 - Math.max(0.04, progress))}
        />
      </svg>
    </span>
  );
}
