/**
 * Whether a new screen may take the focus: it is on nothing, on the screen's heading, or still on `before`, outside of
 * the screen, such as the navigation link that led here.
 */
export function isFree(before: Element | null): boolean {
  const focused = document.activeElement;
  if (document.querySelector('dialog:modal')) return false;
  if (!focused || focused === document.body || focused.matches('h1')) return true;
  return focused === before && !focused.closest('main *');
}
