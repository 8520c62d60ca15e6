import type { Schema } from '../api/types';
import { parseWebAddress } from '../shared/web-address';
import type { Files } from './files';

/** The counts, as the customers' pages fetch them. */
export type Stock = Schema<'LiveStock'>;
/** The shop of the page, and its logo if there is one. */
type Shop = Schema<'Shop'>;

/** The data that a seller's page gets. */
export type Shown = {
  stock: Stock;
  /** Null if the shop is unknown. */
  shop: Shop | null;
  /** When the counts were last confirmed, in unix ms. */
  updatedAt: number;
  /** Whether the page is below a bar that names the shop. */
  underBar?: boolean;
};

/** `line`: in the seller's code, from 1; null if unknown. */
export type Problem = { message: string; line: number | null };

/** Why a page is not shown. `unknown`: its code did not run or did not answer, so it may not be at fault. */
export type Failure = Problem & { unknown?: true };

/** From the app's page to the frame, over the port of the first message. */
export type ToFrame =
  /** Without `code` the frame runs the code and files that its document contains. */
  ({ type: 'run'; code?: string; files?: Files } & Shown) | ({ type: 'show' } & Shown) | { type: 'ping' };

/** From the frame. The seller's code can forge every one of these, so they are hints and never trusted. */
export type FromFrame =
  | { type: 'ready' }
  | ({ type: 'failed' } & Failure)
  /** Something went wrong after the page was ready; it keeps running. */
  | ({ type: 'complaint' } & Problem)
  | { type: 'pong' }
  | { type: 'open'; href: string };

/** The only message that is sent from window to window. It carries the port. */
export const connect = 'boostdesk:connect';

const longestMessage = 500;

/** Parses a message from the frame; null if it is invalid. */
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

/** Returns a link that the frame may have opened in a new tab: only http and https. */
export function openableLink(href: string): string | null {
  return parseWebAddress(href)?.href ?? null;
}
