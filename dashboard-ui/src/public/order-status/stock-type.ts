/** A stock's file name as its name for a person: `OneMonthTokens.txt` is `One Month Tokens`. */
export function stockType(fileName: string): string {
  return fileName
    .replace(/\.txt$/i, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim();
}
