/** Hands a text to the browser as a file. */
export function downloadText(fileName: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read it only once somebody has said where to put it.
  setTimeout(() => URL.revokeObjectURL(url), 40_000);
}
