const symbols = 20;
const groups = /.{5}(?=.)/g;

/**
 * Normalises an order id or key, however it was typed. What cannot be one is returned unchanged. The rules are those
 * of `core/src/foundation/code.rs`.
 */
export function asKept(typed: string): string {
  const code = typed
    .replace(/[\s_-]/g, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  const canBe = code.length === symbols && /^[0-9A-HJKMNP-TV-Z]+$/.test(code);
  return canBe ? code.replace(groups, '$&-') : typed.trim();
}
