/** The addresses of the customers' pages. */

/** `plain`: as the pages of a seller's own domain are known. */
export function orderStatusPage(guildId: string, orderId: string, plain = false): string {
  const prefix = plain ? '' : '/api';
  return `${prefix}/${encodeURIComponent(guildId)}/order/${encodeURIComponent(orderId)}/status`;
}

/** The built-in form, under any host. */
export function redeemPage(guildId: string): string {
  return `/redeem-order/${encodeURIComponent(guildId)}`;
}

export function liveStockPage(guildId: string): string {
  return `/${encodeURIComponent(guildId)}/live-stock`;
}

/** The document that runs the seller's own live stock page. */
export function liveStockFrame(guildId: string): string {
  return `/frame/live-stock/${encodeURIComponent(guildId)}`;
}
