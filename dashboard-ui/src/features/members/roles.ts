import { twoDigits } from '../../shared/format/date';
import type { Option } from '../../ui/select';
import type { Role } from './queries';

/** What each role may, in words. */
export const roles: Record<Role, { label: string; may: string }> = {
  viewer: { label: 'Viewer', may: 'Looks at stock, orders and insights. Unused keys are masked.' },
  packer: { label: 'Packer', may: 'Also delivers orders. Unused keys are masked.' },
  manager: {
    label: 'Manager',
    may: 'Runs the storefront, except for exports, secrets, helpers and deleting it.',
  },
};

export const roleOptions = Object.entries(roles).map(([value, { label }]): Option<Role> => ({
  value: value as Role,
  label,
}));

/** The last moment of the day in a date field, in the user's time zone; null for an empty field. */
export const endOfDay = (day: string) => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString());

/** The day that a date field shows for a time. */
export function dayOf(moment: string | null): string {
  if (!moment) return '';
  const date = new Date(moment);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

export const isOver = (until: string | null, now: number) => until !== null && Date.parse(until) <= now;
