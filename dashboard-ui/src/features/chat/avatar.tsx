import { initials } from '../../shared/format/initials';
import type { Person } from './message';

const tints = [
  'text-(--author1)',
  'text-(--author2)',
  'text-(--author3)',
  'text-(--author4)',
  'text-(--author5)',
];

/** The same colour for an author everywhere and always. */
export function authorTint(authorId: string): string {
  let hash = 0x811c9dc5;
  for (const letter of authorId) hash = (hash * 31 + letter.codePointAt(0)!) >>> 0;
  return tints[((hash ^ (hash >>> 15)) >>> 0) % tints.length]!;
}

export function Avatar({ person, size = 'size-8' }: { person: Person; size?: string }) {
  return (
    <span
      aria-hidden
      className={`flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-[color-mix(in_srgb,currentcolor_18%,var(--bg))] text-tiny font-semibold ${size} ${authorTint(person.authorId)}`}
    >
      {initials(person.author)}
    </span>
  );
}
