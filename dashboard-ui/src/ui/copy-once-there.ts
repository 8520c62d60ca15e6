import { copyText } from '../shared/copy-text';

/** Copies a text that is yet to come. True when that worked. Safari has to be told at once, while it knows of the press. */
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
