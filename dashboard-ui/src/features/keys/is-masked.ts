/** Who does not make keys sees no more of one that can be spent than its end, which is nothing to take along. */
export const isMasked = (key: string) => key.startsWith('•');
