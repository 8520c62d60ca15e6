/** Parses a URL; null unless it is http or https. Avoids `URL.canParse`, which needs Safari 17. */
export function parseWebAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
