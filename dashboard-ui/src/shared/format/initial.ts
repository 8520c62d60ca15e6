/** The first letter or digit of a name, also if it takes two UTF-16 units. */
export function initial(name: string): string {
  const [letter] = /[\p{L}\p{N}]/u.exec(name) ?? [...name];
  return (letter ?? '').toUpperCase();
}
