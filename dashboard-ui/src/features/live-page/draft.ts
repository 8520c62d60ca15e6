import { formatCount } from '../../shared/format/number';
import defaultPage from './default-page.jsx?raw';

export { defaultPage };

/** The code that the editor starts with. */
export function startingCode(saved: string): string {
  return saved.trim() === '' ? defaultPage : saved;
}

/** The text as the editor returns it, which normalises line breaks. */
export const asDocument = (text: string) => text.replace(/\r\n?/g, '\n');

/** `draft` is undefined until something is typed. */
export function isDirty(draft: string | undefined, saved: string): boolean {
  return draft !== undefined && draft !== asDocument(saved) && draft !== startingCode(saved);
}

/** `12 characters`, `3,120 characters` */
export const sizeText = (characters: number) => formatCount(characters, 'character');
