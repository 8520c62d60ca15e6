const controls = 'a, button, main';

/** Names a control so that it can be found again after a redraw; undefined if `target` is in none. */
export function controlOf(target: EventTarget | null): string | undefined {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control ? nameOf(control) : undefined;
}

/** Finds the visible control with that name. */
export function findControl(name: string | undefined): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(controls)];
  return all.find((control) => nameOf(control) === name && control.getClientRects().length > 0);
}

function nameOf(control: Element): string {
  const said = control.getAttribute('href') ?? control.getAttribute('aria-label');
  return `${control.tagName} ${said ?? (control.id || control.textContent)}`;
}
