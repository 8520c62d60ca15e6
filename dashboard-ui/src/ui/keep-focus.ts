/** A focused control and its surroundings at that time, because a removed element no longer knows its own. */
type Place = {
  control: Element;
  dialog: HTMLDialogElement | null;
  row: Element | null;
  besideRow: (Element | null | undefined)[];
  above: Element[];
  /** What had the focus when the modal opened. */
  opener: Place | undefined;
};

const rows = 'li, tr, nav';
const regions = `${rows}, section, dialog, main, [tabindex="0"]`;
const controls = 'a[href], button, input, select, textarea';

/**
 * Moves the focus when its control is removed or disabled, as when `Revoke` removes its own row, at once or after a
 * confirm dialog. It goes to the next row's `Revoke`, else to the nearest heading. Browsers would reset it to the top
 * of the page. `first` is what had the focus first: by now, it may have opened a dialog, which has to give it back.
 */
export function keepFocus(first: EventTarget | null) {
  let last: Place | undefined;

  const arrive = (control: EventTarget | null) => {
    if (control instanceof Element) last = placeOf(control, last);
  };
  arrive(first);
  arrive(document.activeElement);
  document.addEventListener('focusin', ({ target }) => arrive(target));
  // A press on the background takes the focus off a usable control: then it need not be moved. On the way to another
  // control, too, nothing has the focus for a moment.
  document.addEventListener('focusout', ({ relatedTarget }) =>
    queueMicrotask(() => {
      if (relatedTarget || document.activeElement !== document.body) return;
      if (last && isUsable(last.control)) last = undefined;
    }),
  );
  new MutationObserver(() => {
    const focused = document.activeElement;
    if (last && (!focused || focused === document.body || !isUsable(focused))) replace(last);
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'open'] });
}

function placeOf(control: Element, before: Place | undefined): Place {
  const dialog = control.closest('dialog');
  const row = control.closest('li, tr');
  const above = [];
  for (let one = control.parentElement; one; one = one.parentElement) above.push(one);
  let opener = before;
  for (let place = before; place; place = place.opener) if (place.dialog === dialog) opener = place.opener;
  return {
    control,
    dialog,
    row,
    besideRow: [row?.nextElementSibling, row?.previousElementSibling],
    above,
    opener,
  };
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled, dialog:not([open]) *');
}

function replace(place: Place) {
  const { control, dialog, row, besideRow, above, opener } = place;
  if (dialog && !(dialog.isConnected && dialog.open)) {
    if (opener && !takesFocus(opener.control)) replace(opener);
    return;
  }
  const kept = above.filter(({ isConnected }) => isConnected);
  // After a navigation the new screen sets the focus itself.
  if (isUsable(control) || kept[0]?.matches('main')) return;
  const beside = row?.isConnected ? [] : besideRow;
  for (const region of [...beside, ...kept]) {
    if (!region?.isConnected || !region.matches(regions)) continue;
    const within = [...region.querySelectorAll(controls)];
    const ways = [
      ...(beside.includes(region) ? within.filter((other) => verb(other) === verb(control)) : []),
      region,
      region.querySelector('h1, h2, h3'),
      ...(region.matches(rows) ? within : []),
    ];
    if (ways.some(takesFocus)) return;
  }
}

/** The first word of a label: `Revoke` for `Revoke RX81P`. */
const verb = (control: Element) => (control.getAttribute('aria-label') ?? control.textContent).split(' ')[0];

function takesFocus(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element.matches('h1, h2, h3')) element.tabIndex = -1;
  else if (element.tabIndex < 0) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
