/** What a reader takes for one letter each, such as an emoji of several parts. In code points where the browser cannot tell. */
export function lettersOf(text: string): string[] {
  // The first segmenter takes several milliseconds, and most texts need none. Firefox has it from 125.
  return /[^ -~]/.test(text) && Intl.Segmenter
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : [...text];
}
