/** A sandboxed frame opens no tabs: the app's page is asked to. */
export function followLinks(open: (href: string) => void) {
  document.addEventListener('click', (event) => {
    const href = event
      .composedPath()
      .map(addressOf)
      .find((address) => address !== null);
    if (href === undefined || event.defaultPrevented || !event.isTrusted || href.startsWith('#')) return;
    event.preventDefault();
    open(new URL(href, document.baseURI).href);
  });
  window.open = (href) => {
    if (href) open(new URL(href, document.baseURI).href);
    return null;
  };
}

/** Where a link leads, as it is written there; also one in a drawing, or of a part of a picture. */
function addressOf(node: EventTarget): string | null {
  const links = [HTMLAnchorElement, HTMLAreaElement, SVGAElement];
  if (!links.some((kind) => node instanceof kind)) return null;
  const link = node as Element;
  return link.getAttribute('href') ?? link.getAttribute('xlink:href');
}
