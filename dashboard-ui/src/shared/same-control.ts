const controls = 'a, button, main';

/** What a page's control is known by when the page is drawn anew; undefined of what is none. */
export function controlOf(target: EventTarget | null): string | undefined {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control ? nameOf(control) : undefined;
}

/** The control of that name that somebody can see. */
export function findControl(name: string | undefined): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(controls)];
  return all.find((control) => nameOf(control) === name && control.getClientRects().length > 0);
}

function nameOf(control: Element): string {
  const said = control.getAttribute('href') ?? control.getAttribute('aria-label');
  return `${control.tagName} ${said ?? (control.id || control.textContent)}`;
}
