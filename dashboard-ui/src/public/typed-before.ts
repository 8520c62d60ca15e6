/** What a customer has typed into a painted page's field before its script was there to hear it. */
export function typedBefore(field: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`#root input[name="${field}"]`)?.value ?? '';
}
