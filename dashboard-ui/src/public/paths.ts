/** The addresses of the public pages and of their data. */

/** `plain`: as the pages of a seller's own domain are known. */
export function orderStatusPage(guildId: string, orderId: string, plain = false): string {
  const prefix = plain ? '' : '/api';
  return `${prefix}/${encodeURIComponent(guildId)}/order/${encodeURIComponent(orderId)}/status`;
}

export function orderStatusData(guildId: string, orderId: string): string {
  return `/api/fetch/${encodeURIComponent(guildId)}/order/${encodeURIComponent(orderId)}/status`;
}

export function liveStockData(guildId: string): string {
  return `/api/fetch/${encodeURIComponent(guildId)}/live-stock`;
}

export function liveStockPage(guildId: string): string {
  return `/${encodeURIComponent(guildId)}/live-stock`;
}

/** The document that runs the seller's own live stock page. */
export function liveStockFrame(guildId: string): string {
  return `/frame/live-stock/${encodeURIComponent(guildId)}`;
}

export function redeemData(guildId: string): string {
  return `/api/fetch/redeem-order/${encodeURIComponent(guildId)}`;
}

export function redeemCall(guildId: string): string {
  return `/api/redeem/${encodeURIComponent(guildId)}`;
}
