import { readMessage, type Members, type Message, type Mute, type Person } from './message';

/** What the server sends over a line. The OpenAPI document describes messages, members and people, but not the other data. */
type Frame =
  | { type: 'ready'; data: { revision: number } }
  | { type: 'message'; data: Message }
  | { type: 'edit'; data: Message }
  | { type: 'delete'; data: { id: string; revision: number } }
  | { type: 'presence'; data: Members }
  | { type: 'typing'; data: Person }
  | { type: 'mute'; data: Mute }
  /** `clientId` names the message that was refused; null when the error is about no message. Other servers may send no data. */
  | { type: 'error'; data?: { code: number; message: string; clientId: string | null } }
  | { type: 'pong' };

export type FrameOf<Type extends Frame['type']> = Extract<Frame, { type: Type }>;
/** The frames that the connection handles; the lines keep the others to themselves. */
export type NewsFrame = Exclude<Frame, FrameOf<'ready' | 'pong'>>;

const knownTypes: Record<Frame['type'], true> = {
  ready: true,
  message: true,
  edit: true,
  delete: true,
  presence: true,
  typing: true,
  mute: true,
  error: true,
  pong: true,
};

/**
 * Returns undefined for what is no frame, or of a type that a newer server has added. The data is not checked, except
 * that a message may lack what the contract does not promise.
 */
export function parseFrame(frame: unknown): Frame | undefined {
  if (typeof frame !== 'object' || frame === null || !('type' in frame)) return undefined;
  if (typeof frame.type !== 'string' || !Object.hasOwn(knownTypes, frame.type)) return undefined;
  const known = frame as Frame;
  if (known.type !== 'message' && known.type !== 'edit') return known;
  return known.data && { ...known, data: readMessage(known.data) };
}
