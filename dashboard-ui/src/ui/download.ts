/** Offers a text as a file download. */
export function downloadText(fileName: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read it only after the user has chosen where to save it.
  setTimeout(() => URL.revokeObjectURL(url), 40_000);
}
