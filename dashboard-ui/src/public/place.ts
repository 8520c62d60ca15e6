import type { Schema } from '../api/types';
import type { Front, LiveStock, OrderStatus, RedeemConfig, Shop } from './types';

/** What is known of a page's data before its first request. `httpStatus` is null when no answer came at all. */
export type First<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  | { status: 'failed'; httpStatus: number | null; requestId?: string | null };

/** Which page this is, and whose. `shop` is null if the page came without it. */
export type Place =
  | {
      page: 'order-status';
      guildId: string;
      orderId: string;
      shop: Shop | null;
      first: First<OrderStatus>;
    }
  /** `hasLivePage`: the seller has an own live stock page. */
  | {
      page: 'live-stock';
      guildId: string;
      shop: Shop | null;
      first: First<LiveStock>;
      hasLivePage: boolean;
      plainPaths: boolean;
    }
  /** `plainPaths`: pages on a seller's own domain link to each other by short paths. */
  | {
      page: 'redeem';
      guildId: string;
      shop: Shop | null;
      first: First<RedeemConfig>;
      plainPaths: boolean;
    }
  | { page: 'not-found' };

export type Bootstrap = Omit<Schema<'Bootstrap'>, 'config'>;

/** Reads the data that the server embedded in the page. Without it, in development, the path determines the page. */
export function readPlace(page: Document, path: string): Place {
  const embedded = readBootstrap(page);
  return embedded ? placeOf(embedded) : parsePath(path);
}

/** Reads the data of a seller's front page, which always has it embedded. */
export function readFront(page: Document): { guildId: string; first: First<Front> } {
  return frontOf(readBootstrap(page) ?? { page: 'front', status: 404 });
}

export function frontOf(found: Bootstrap): { guildId: string; first: First<Front> } {
  return { guildId: found.guildId ?? '', first: firstOf<Front>(found) };
}

export function parsePath(path: string): Place {
  const order = /^(?:\/api)?\/([^/]+)\/order\/([^/]+)\/status\/?$/.exec(path);
  if (order) return placeOf({ page: 'order-status', guildId: decode(order[1]), orderId: decode(order[2]) });
  const stock = /^(?:\/api)?\/([^/]+)\/live-stock\/?$/.exec(path);
  if (stock) return placeOf({ page: 'live-stock', guildId: decode(stock[1]) });
  const redeem = /^(?:\/api)?\/redeem-order\/([^/]+)\/?$/.exec(path);
  if (redeem) return placeOf({ page: 'redeem', guildId: decode(redeem[1]) });
  return { page: 'not-found' };
}

function readBootstrap(page: Document): Bootstrap | null {
  const text = page.getElementById('boostdesk')?.textContent;
  if (!text) return null;
  try {
    return JSON.parse(text) as Bootstrap;
  } catch {
    return null;
  }
}

export function placeOf(found: Bootstrap): Place {
  const { page, guildId, orderId, livePage, plainPaths } = found;
  const shop = found.shop ?? null;
  if (guildId == null) return { page: 'not-found' };
  if (page === 'order-status' && orderId != null) {
    return { page, guildId, orderId, shop, first: firstOf<OrderStatus>(found) };
  }
  if (page === 'live-stock') {
    return {
      page,
      guildId,
      shop,
      first: firstOf<LiveStock>(found),
      hasLivePage: livePage ?? false,
      plainPaths: plainPaths ?? false,
    };
  }
  if (page === 'redeem') {
    return {
      page,
      guildId,
      shop,
      first: firstOf<RedeemConfig>(found),
      plainPaths: plainPaths ?? false,
    };
  }
  return { page: 'not-found' };
}

function firstOf<T>({ status, data, requestId }: Bootstrap): First<T> {
  if (data) return { status: 'ready', data: data as T };
  if (status == null || status === 200) return { status: 'loading' };
  return { status: 'failed', httpStatus: status, requestId };
}

function decode(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '');
  } catch {
    return part ?? '';
  }
}
