/** The first letter or digit of a name, whole even where it takes two units of text. */
export function initial(name: string): string {
  const [letter] = /[\p{L}\p{N}]/u.exec(name) ?? [...name];
  return (letter ?? '').toUpperCase();
}
