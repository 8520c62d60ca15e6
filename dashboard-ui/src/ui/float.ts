const gap = 4;
const mostHeight = 320;

/**
 * Positions a box under its button or, where there is no room, above it, and follows the button. Calls `onLost` when
 * the button is scrolled out of view. Returns a function that stops following.
 */
export function float(box: HTMLElement, button: HTMLElement, onLost: () => void): () => void {
  let at = button.getBoundingClientRect();
  place(box, at);
  const moved = ({ type, target }: Event) => {
    if (target instanceof Node && box.contains(target)) return;
    const before = at;
    at = button.getBoundingClientRect();
    if (type === 'scroll' && at.top === before.top && at.left === before.left) return;
    const scroller = target instanceof Element ? target.getBoundingClientRect() : undefined;
    if (meet(at, scroller ?? new DOMRect(0, 0, window.innerWidth, window.innerHeight))) place(box, at);
    else onLost();
  };
  window.addEventListener('scroll', moved, { capture: true, passive: true });
  window.addEventListener('resize', moved);
  return () => {
    window.removeEventListener('scroll', moved, { capture: true });
    window.removeEventListener('resize', moved);
  };
}

const meet = (one: DOMRect, other: DOMRect) =>
  one.bottom > other.top && one.top < other.bottom && one.right > other.left && one.left < other.right;

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
