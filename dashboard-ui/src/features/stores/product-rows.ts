import { amounts, isAmount } from '../../shared/is-amount';
import { typedNumber } from '../../shared/typed-number';
import type { StoreProduct } from './queries';

/** A row of the form, as typed. */
type ProductRow = { product: string; variant: string; stock: StoreProduct['stock']; amount: string };
export type ProductRows = { rows: ProductRow[] };

export const newRow: ProductRow = { product: '', variant: '', stock: 'OneMonthTokens.txt', amount: '14' };

export const toRows = (products: readonly StoreProduct[]): ProductRows => ({
  rows: products.map(({ product, variant, stock, amount }) => ({
    product,
    variant: variant ?? '',
    stock,
    amount: String(amount),
  })),
});

export const toProducts = (rows: readonly ProductRow[]): StoreProduct[] =>
  rows.map(({ product, variant, stock, amount }) => ({
    product: product.trim(),
    variant: variant.trim() || null,
    stock,
    amount: typedNumber(amount),
  }));

export const productRule = (product: string) => product.trim() !== '' || 'Please name the product';

export const amountRule = (amount: string) => isAmount(amount) || `Even, ${amounts}`;

/** The index of the first row that repeats the product and variant of a row above it. */
export function repeats(rows: readonly ProductRow[]): number | undefined {
  const seen = new Set<string>();
  const at = rows.findIndex(({ product, variant }) => {
    const name = JSON.stringify([product.trim(), variant.trim()]);
    if (seen.has(name)) return true;
    seen.add(name);
    return false;
  });
  return at < 0 ? undefined : at;
}
