/** What the customer typed into a painted page's field before the script ran. */
export function typedBefore(field: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`#root input[name="${field}"]`)?.value ?? '';
}
