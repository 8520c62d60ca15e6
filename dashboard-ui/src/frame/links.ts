/** A sandboxed frame opens no tabs: the app's page is asked to. */
export function followLinks(open: (href: string) => void) {
  document.addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href);
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || !event.isTrusted) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    open(link.href);
  });
  window.open = (href) => {
    if (href) open(new URL(href, document.baseURI).href);
    return null;
  };
}
