import { copyText } from '../shared/copy-text';

/**
 * Copies a text that is still being loaded. Returns whether that worked. Safari needs the clipboard call during the
 * press, so it is given the promise.
 */
export async function copyOnceThere(text: Promise<string>): Promise<boolean> {
  const { clipboard }: Partial<Navigator> = navigator;
  try {
    if (!clipboard?.write) return await copyText(await text);
    const blob = text.then((text) => new Blob([text], { type: 'text/plain' }));
    await clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return false;
  }
}
