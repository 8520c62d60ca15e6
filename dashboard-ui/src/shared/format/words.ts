/** `OneMonthTokens.txt` is shown as `One Month Tokens`. */
export function stockName(stock: string): string {
  return stock
    .replace(/\.txt$/i, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim();
}

/** `order_completed` is shown as `Order Completed`. */
export function titleCase(text: string): string {
  return text
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}
