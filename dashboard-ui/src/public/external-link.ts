const inviteHost = 'https://discord.gg/';

/** An invite as a link: a bare code is prefixed with the chat platform's invite host. Null when there is none. */
export function inviteLink(invite: string | null | undefined): string | null {
  const text = invite?.trim();
  if (!text) return null;
  if (/^https?:\/\//i.test(text)) return text;
  if (/^((www|ptb|canary)\.)?(discord\.gg|discord(app)?\.com)\//i.test(text)) return `https://${text}`;
  return inviteHost + encodeURIComponent(text.replace(/^\/+/, ''));
}

/** The seller's link, when it is one that a browser may open for a customer: nothing but http and https. */
export function sellerLink(link: string | null | undefined): string | null {
  const text = link?.trim();
  if (!text) return null;
  if (/^https?:\/\//i.test(text)) return text;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]|$)/i.test(text) ? `https://${text}` : null;
}
