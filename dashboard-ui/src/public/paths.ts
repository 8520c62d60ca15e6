/** The addresses of the customers' pages. */

/** `plain`: the short form that is used on a seller's own domain. */
export function orderStatusPage(guildId: string, orderId: string, plain = false): string {
  const prefix = plain ? '' : '/api';
  return `${prefix}/${encodeURIComponent(guildId)}/order/${encodeURIComponent(orderId)}/status`;
}

/** The built-in redeem page, under any host. */
export function redeemPage(guildId: string): string {
  return `/redeem-order/${encodeURIComponent(guildId)}`;
}

export function liveStockPage(guildId: string): string {
  return `/${encodeURIComponent(guildId)}/live-stock`;
}

/** The document that runs in the frame of a seller's own live stock page. */
export function liveStockFrame(guildId: string): string {
  return `/frame/live-stock/${encodeURIComponent(guildId)}`;
}
