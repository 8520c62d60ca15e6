import { formatCount } from '../../shared/format/number';
import defaultPage from './default-page.jsx?raw';

export { defaultPage };

/** What the editor starts with. */
export function startingCode(saved: string): string {
  return saved.trim() === '' ? defaultPage : saved;
}

/** The text as the editor gives it back: it knows one kind of line break. */
export const asDocument = (text: string) => text.replace(/\r\n?/g, '\n');

/** `draft` is undefined as long as nothing was typed. */
export function isDirty(draft: string | undefined, saved: string): boolean {
  return draft !== undefined && draft !== asDocument(saved) && draft !== startingCode(saved);
}

/** `12 characters`, `3,120 characters` */
export const sizeText = (characters: number) => formatCount(characters, 'character');
