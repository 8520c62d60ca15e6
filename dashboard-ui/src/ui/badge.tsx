import {
  ArrowDown,
  ArrowUp,
  CheckCheck,
  Circle,
  CircleCheck,
  CircleDot,
  CircleSlash,
  CircleX,
  Clock,
  Contrast,
  Equal,
  Flame,
  Globe,
  Info,
  LoaderCircle,
  OctagonX,
  PackageX,
  Radio,
  Search,
  ThumbsUp,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { titleCase } from '../shared/format/words';

type Look = { colour: string; icon: LucideIcon; turns?: boolean; label?: string };

const green = 'tint text-green';
const amber = 'tint text-amber';
const red = 'tint text-red';
const blue = 'tint text-blue';
const neutral = 'tint text-fg2';

const looks: Record<string, Look> = {
  completed: { colour: green, icon: CircleCheck },
  implemented: { colour: green, icon: CheckCheck },
  fixed: { colour: green, icon: CircleCheck },
  success: { colour: green, icon: CircleCheck },
  enabled: { colour: green, icon: CircleCheck },
  redeemed: { colour: green, icon: CircleCheck },
  active: { colour: green, icon: Globe },
  live: { colour: green, icon: Radio },
  connected: { colour: green, icon: CircleCheck },
  delivered: { colour: green, icon: CircleCheck },
  partial: { colour: amber, icon: Contrast },
  pending: { colour: amber, icon: Clock },
  'domain-pending': { colour: amber, icon: LoaderCircle, turns: true, label: 'Pending' },
  investigating: { colour: amber, icon: Search },
  high: { colour: amber, icon: ArrowUp },
  'low stock': { colour: amber, icon: TriangleAlert, label: 'Low stock' },
  'out of stock': { colour: red, icon: PackageX, label: 'Out of stock' },
  warning: { colour: amber, icon: TriangleAlert },
  unmapped: { colour: amber, icon: TriangleAlert, label: 'Not mapped' },
  'no products': { colour: amber, icon: TriangleAlert, label: 'No products' },
  'too old': { colour: amber, icon: Clock, label: 'Too old' },
  refused: { colour: amber, icon: CircleSlash },
  failing: { colour: amber, icon: TriangleAlert },
  'unsaved changes': { colour: amber, icon: CircleDot, label: 'Unsaved changes' },
  reconnecting: { colour: amber, icon: LoaderCircle, turns: true },
  failed: { colour: red, icon: CircleX },
  error: { colour: red, icon: OctagonX },
  'wrong signature': { colour: red, icon: OctagonX, label: 'Wrong signature' },
  malformed: { colour: red, icon: CircleX },
  critical: { colour: 'bg-danger-solid text-on-danger-solid', icon: Flame },
  processing: { colour: blue, icon: LoaderCircle, turns: true },
  approved: { colour: blue, icon: ThumbsUp },
  open: { colour: blue, icon: CircleDot },
  unused: { colour: blue, icon: CircleDot },
  medium: { colour: blue, icon: Equal },
  info: { colour: blue, icon: Info },
  repeated: { colour: blue, icon: CheckCheck },
  test: { colour: neutral, icon: CircleDot },
  ignored: { colour: neutral, icon: CircleSlash },
  off: { colour: neutral, icon: CircleSlash },
  'no secret': { colour: neutral, icon: Circle, label: 'No secret' },
  closed: { colour: neutral, icon: CircleSlash },
  disabled: { colour: neutral, icon: CircleSlash },
  expired: { colour: neutral, icon: CircleSlash },
  revoked: { colour: neutral, icon: CircleSlash },
  low: { colour: neutral, icon: ArrowDown },
};

/** A status as icon, word and colour. An unknown one is neutral and shows its word. */
export function Badge({ status }: { status: string }) {
  const { colour, icon: Icon, turns, label } = looks[status] ?? { colour: neutral, icon: Circle };
  return (
    <span
      className={`inline-flex h-5.5 shrink-0 items-center gap-1 rounded-badge pr-2 pl-1.5 text-caption font-medium whitespace-nowrap ${colour}`}
    >
      <Icon aria-hidden size={13} strokeWidth={1.75} className={turns ? 'spin' : undefined} />
      {label ?? titleCase(status)}
    </span>
  );
}

/** A quiet pink label: `New`, `1/1 Domains`. */
export function PinkBadge({ children }: { children: ReactNode }) {
  return (
    <span className="tint inline-flex h-5 shrink-0 items-center rounded-badge px-1.5 text-caption font-medium whitespace-nowrap text-pink-text tabular-nums">
      {children}
    </span>
  );
}
