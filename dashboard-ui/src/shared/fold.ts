/**
 * Folds case for searching, as the server does. A final sigma becomes a normal one, since a search may end in the
 * middle of the word that it looks for.
 */
export const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');
