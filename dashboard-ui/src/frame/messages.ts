import type { Schema } from '../api/types';
import { parseWebAddress } from '../shared/web-address';
import type { Files } from './files';

/** The counts, as customers' pages ask for them. */
export type Stock = Schema<'LiveStock'>;
/** Whose page it is, and the address of the logo where there is one. */
export type Shop = Schema<'Shop'>;

/** What a seller's page gets to show. */
export type Shown = {
  stock: Stock;
  /** Null where nobody has said whose page it is. */
  shop: Shop | null;
  /** When the counts were last known to be so, in unix ms. */
  updatedAt: number;
};

/** `line`: of the seller's code, from 1; null where it is unknown. */
export type Problem = { message: string; line: number | null };

/** Why a page does not stand. `unknown`: its code did not run or did not answer, and nobody can say whether it is at fault. */
export type Failure = Problem & { unknown?: true };

/** From the app's page to the frame, over the port that the first message hands over. */
export type ToFrame =
  /** Without `code` the frame runs the code it came with, and shows its files. */
  ({ type: 'run'; code?: string; files?: Files } & Shown) | ({ type: 'show' } & Shown) | { type: 'ping' };

/** From the frame. The seller's code can forge every one of these: they are wishes and hints, never trusted. */
export type FromFrame =
  | { type: 'ready' }
  | ({ type: 'failed' } & Failure)
  /** Something went wrong after the page stood; it still stands. */
  | ({ type: 'complaint' } & Problem)
  | { type: 'pong' }
  | { type: 'open'; href: string };

/** The only message that goes from window to window. With it goes the port. */
export const connect = 'boostdesk:connect';

const longestMessage = 500;

/** What the frame said, if it makes sense. */
export function readFromFrame(said: unknown): FromFrame | null {
  if (!said || typeof said !== 'object' || !('type' in said)) return null;
  switch (said.type) {
    case 'ready':
    case 'pong':
      return { type: said.type };
    case 'failed':
      return { type: said.type, ...readFailure(said) };
    case 'complaint':
      return { type: said.type, ...readProblem(said) };
    case 'open':
      return 'href' in said && typeof said.href === 'string' ? { type: 'open', href: said.href } : null;
    default:
      return null;
  }
}

const readFailure = (said: object): Failure => ({
  ...readProblem(said),
  ...('unknown' in said && said.unknown === true && { unknown: true }),
});

function readProblem(said: object): Problem {
  const { message, line } = said as { message?: unknown; line?: unknown };
  return {
    message: typeof message === 'string' ? message.slice(0, longestMessage) : 'The page failed.',
    line: typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? line : null,
  };
}

/** A link that the frame may have opened in a new tab: nothing but http and https. */
export function openableLink(href: string): string | null {
  return parseWebAddress(href)?.href ?? null;
}
