import { lettersOf } from './letters';

/** `nova boosts` → `NB`, `novaboosts` → `NO`. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => lettersOf(word)[0]) : lettersOf(name).slice(0, 2);
  return letters.join('').toUpperCase();
}
