/** Reports clicked links to the app's page, because a sandboxed frame cannot open tabs. */
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

/** The target of a link as it is written, including links in SVG and in image maps. */
function addressOf(node: EventTarget): string | null {
  const links = [HTMLAnchorElement, HTMLAreaElement, SVGAElement];
  if (!links.some((kind) => node instanceof kind)) return null;
  const link = node as Element;
  return link.getAttribute('href') ?? link.getAttribute('xlink:href');
}
