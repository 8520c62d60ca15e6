import type { Attachment } from './message';

/** The file extensions that the product accepts. */
const imageTypes = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'svg', 'apng'];
const videoTypes = ['mp4', 'webm', 'mov', 'gifv'];
export const acceptedFiles = [...imageTypes, ...videoTypes].map((type) => `.${type}`).join();

export type Upload = {
  id: number;
  file: File;
  kind: 'image' | 'video' | 'other';
  /** A `blob:` URL of the file itself. */
  preview: string;
  state: 'queued' | 'sending' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  attachment?: Attachment;
  /** Why the upload failed. */
  reason?: string;
  /** Whether a retry of the same file would fail again. */
  final?: boolean;
};

export type SendFile = (
  file: File,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
) => Promise<Attachment>;

/** Thrown by `SendFile` when the server refuses the file. */
export class FileRefused extends Error {}

export type UploadPorts = {
  send: SendFile;
  /** Deletes an upload that is not needed any more. */
  takeBack: (attachment: Attachment) => void;
  toAddress: (file: File) => string;
  releaseAddress: (address: string) => void;
};

const atOnce = 3;

/** The files of the message that is being written. Independent of framework and network. */
export class Uploads {
  private uploads: readonly Upload[] = [];
  private nextId = 1;
  private readonly running = new Map<number, AbortController>();
  private readonly subscribers = new Set<() => void>();
  private readonly ports: UploadPorts;

  constructor(ports: UploadPorts) {
    this.ports = ports;
  }

  get = (): readonly Upload[] => this.uploads;

  subscribe = (listener: () => void): (() => void) => {
    this.subscribers.add(listener);
    return () => this.subscribers.delete(listener);
  };

  add(files: readonly File[], mostMb: number) {
    const added = files.map((file): Upload => {
      const kind = kindOf(file);
      const reason = refusalOf(file, kind, mostMb);
      return {
        id: this.nextId++,
        file,
        kind: kind ?? 'other',
        preview: this.ports.toAddress(file),
        state: reason ? 'failed' : 'queued',
        progress: 0,
        reason,
        final: reason !== undefined,
      };
    });
    this.set([...this.uploads, ...added]);
    this.work();
  }

  retry(id: number) {
    this.change(id, { state: 'queued', progress: 0, reason: undefined });
    this.work();
  }

  /** Cancels an upload that is under way, or deletes a finished one. */
  remove(id: number) {
    const upload = this.uploads.find((one) => one.id === id);
    if (!upload) return;
    this.running.get(id)?.abort();
    if (upload.attachment) this.ports.takeBack(upload.attachment);
    this.ports.releaseAddress(upload.preview);
    this.set(this.uploads.filter((one) => one.id !== id));
    this.work();
  }

  /** Empties the tray: the files now belong to a message. */
  release() {
    for (const { preview } of this.uploads) this.ports.releaseAddress(preview);
    this.set([]);
  }

  private work() {
    for (const upload of this.uploads) {
      if (this.running.size >= atOnce) return;
      if (upload.state === 'queued') void this.send(upload);
    }
  }

  private async send({ id, file }: Upload) {
    const stop = new AbortController();
    this.running.set(id, stop);
    this.change(id, { state: 'sending' });
    try {
      const onProgress = (progress: number) => this.change(id, { progress });
      const attachment = await this.ports.send(file, onProgress, stop.signal);
      // The upload may have finished in the moment in which it was cancelled.
      if (stop.signal.aborted) this.ports.takeBack(attachment);
      else this.change(id, { state: 'done', progress: 1, attachment });
    } catch (error) {
      const final = error instanceof FileRefused;
      this.change(id, { state: 'failed', final, reason: (final && error.message) || 'Upload failed.' });
    } finally {
      this.running.delete(id);
      this.work();
    }
  }

  private change(id: number, change: Partial<Upload>) {
    this.set(this.uploads.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  private set(uploads: readonly Upload[]) {
    this.uploads = uploads;
    for (const subscriber of this.subscribers) subscriber();
  }
}

function extensionOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Judged by the extension, else by the type: a pasted picture may have no telling name. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>): 'image' | 'video' | undefined {
  const extension = extensionOf(name);
  if (imageTypes.includes(extension)) return 'image';
  if (videoTypes.includes(extension)) return 'video';
  if (extension) return undefined;
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('video/') ? 'video' : undefined;
}

/** Adds an extension if there is none, because the server goes by it; a pasted picture may lack one. */
export function nameOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  if (extensionOf(name)) return name;
  const [, subtype = ''] = type.split('/');
  return `${name || 'file'}.${unlikeTheirTypes[subtype] ?? subtype}`;
}

/** Extensions that differ from the subtype of their media type. */
const unlikeTheirTypes: Record<string, string> = { 'svg+xml': 'svg', quicktime: 'mov' };

function refusalOf(file: File, kind: ReturnType<typeof kindOf>, mostMb: number): string | undefined {
  if (!kind && /^(image|video)\//.test(file.type))
    return 'Only PNG, JPEG, GIF, WebP, BMP, SVG, MP4, WebM and MOV can be sent.';
  if (!kind) return 'Only images and videos can be sent.';
  if (file.size > mostMb * 1024 * 1024) return `Larger than ${mostMb} MB.`;
  if (file.size === 0) return 'This file is empty.';
  return undefined;
}
