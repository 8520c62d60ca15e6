import { lettersOf } from './letters';

// Languages stack no more than this on a letter. Names may, to draw across what is around them.
const piledMarks = /(?<=\p{M}\p{M})\p{M}+/gu;

/** `nova boosts` → `NB`, `novaboosts` → `NO`, `nova (mods)` → `NM`. */
export function initials(name: string): string {
  const words = name.split(/[\s\p{P}]+/u).filter(Boolean);
  const letters =
    words.length > 1
      ? words.slice(0, 2).map((word) => lettersOf(word)[0])
      : lettersOf(words[0] ?? name).slice(0, 2);
  return letters.join('').replace(piledMarks, '').toUpperCase();
}
