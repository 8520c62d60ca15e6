const gap = 4;
const mostHeight = 320;

/**
 * Puts what is shown in the top layer under its button or, where there is no room, above it. Its place is fixed on the
 * screen, so `onLost` hears of it when the button moves away. Returns what stops the watching.
 */
export function float(box: HTMLElement, button: HTMLElement, onLost: () => void): () => void {
  place(box, button.getBoundingClientRect());
  const moved = (event: Event) => {
    if (!(event.target instanceof Node && box.contains(event.target))) onLost();
  };
  window.addEventListener('scroll', moved, { capture: true, passive: true });
  window.addEventListener('resize', moved);
  return () => {
    window.removeEventListener('scroll', moved, { capture: true });
    window.removeEventListener('resize', moved);
  };
}

function place(box: HTMLElement, button: DOMRect) {
  box.style.minWidth = `${button.width}px`;
  const below = window.innerHeight - button.bottom - 2 * gap;
  const above = button.top - 2 * gap;
  const upwards = box.offsetHeight > below && above > below;
  const rightmost = document.documentElement.clientWidth - box.offsetWidth - 2 * gap;
  box.style.left = `${Math.max(0, Math.min(button.left, rightmost))}px`;
  box.style.maxHeight = `${Math.min(mostHeight, upwards ? above : below)}px`;
  box.style.top = upwards ? 'auto' : `${button.bottom + gap}px`;
  box.style.bottom = upwards ? `${window.innerHeight - button.top + gap}px` : 'auto';
}
