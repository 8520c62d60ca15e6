/** The address as the browser understands it, if it is one of the web. Without `URL.canParse`, which Safari has from 17. */
export function parseWebAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
