import type { Problem } from '../../frame/messages';

/** Why the code does not compile; null if it does. The compiler is loaded when it is first needed. */
export async function problemOf(code: string): Promise<Problem | null> {
  // Empty code means no own page, which is no problem.
  if (code.trim() === '') return null;
  const { compile } = await import('../../frame/compile');
  const compiled = compile(code);
  return compiled.status === 'refused' ? { message: compiled.message, line: compiled.line } : null;
}

/** `Line 3: Unexpected token` */
export const problemText = ({ message, line }: Problem) =>
  line === null ? message : `Line ${line}: ${message}`;
