const inviteHost = 'https://discord.gg/';

/** An invite as a URL: a bare code gets the chat platform's invite host. Null if there is none. */
export function inviteLink(invite: string | null | undefined): string | null {
  const text = invite?.trim();
  if (!text) return null;
  if (/^https?:\/\//i.test(text)) return text;
  if (/^((www|ptb|canary)\.)?(discord\.gg|discord(app)?\.com)\//i.test(text)) return `https://${text}`;
  return inviteHost + encodeURIComponent(text.replace(/^\/+/, ''));
}

/** The seller's link, if it is safe to open for a customer: only http and https. */
export function sellerLink(link: string | null | undefined): string | null {
  const text = link?.trim();
  if (!text) return null;
  if (/^https?:\/\//i.test(text)) return text;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]|$)/i.test(text) ? `https://${text}` : null;
}
