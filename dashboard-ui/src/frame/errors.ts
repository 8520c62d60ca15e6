import { sourceName } from './source-name';

export function messageOf(error: unknown): string {
  if (error && typeof error === 'object' && 'message' in error) return String(error.message);
  return String(error);
}

/** The line of the seller's code that threw: from the transpiler's message, or from the stack. */
export function lineOf(error: unknown): number | null {
  if (!error || typeof error !== 'object') return null;
  if ('line' in error && typeof error.line === 'number') return error.line;
  if (!('stack' in error)) return null;
  const [, line] = new RegExp(`${sourceName.replace('.', '\\.')}:(\\d+)`).exec(String(error.stack)) ?? [];
  return line ? Number(line) : null;
}
