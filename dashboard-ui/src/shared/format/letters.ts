/**
 * Splits a text into what readers see as single letters, such as an emoji of several code points. Splits into code
 * points where the browser has no segmenter.
 */
export function lettersOf(text: string): string[] {
  // Creating the first segmenter takes several milliseconds, and most texts need none. Firefox has it since 125.
  return /[^ -~]/.test(text) && Intl.Segmenter
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : [...text];
}
