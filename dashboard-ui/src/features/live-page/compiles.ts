import type { Problem } from '../../frame/messages';

/** Why the code does not compile; null where it does. The compiler is fetched when it is first needed. */
export async function problemOf(code: string): Promise<Problem | null> {
  // Nothing is no page, and no problem.
  if (code.trim() === '') return null;
  const { compile } = await import('../../frame/compile');
  const compiled = compile(code);
  return compiled.status === 'refused' ? { message: compiled.message, line: compiled.line } : null;
}

/** `Line 3: Unexpected token` */
export const problemText = ({ message, line }: Problem) =>
  line === null ? message : `Line ${line}: ${message}`;
