/** A whole number as it is typed, also in the digits of Arabic and Persian keyboards; NaN if it is none. */
export function typedNumber(text: string): number {
  // The last four bits of such a digit's code are its value.
  const latin = text
    .trim()
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) % 16}`);
  return /^\d+$/.test(latin) ? Number(latin) : NaN;
}
