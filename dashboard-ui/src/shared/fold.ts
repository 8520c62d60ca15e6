/**
 * As texts are looked for in any case, as the server does: a sigma that ends a word is one like any other, since a search may end
 * where the word that it means goes on.
 */
export const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');
