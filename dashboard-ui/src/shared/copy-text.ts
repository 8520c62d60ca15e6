/** Puts `text` on the clipboard. True when that worked. */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard }: Partial<Navigator> = navigator;
  try {
    if (!clipboard) return copyBySelection(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Browsers give the clipboard to secure pages only; a page reached over plain http still has the old way. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.ariaHidden = 'true';
  area.style.cssText = 'position:fixed;opacity:0';
  // Outside of an open dialog nothing can be selected.
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
