import { ArrowDown, ArrowUp, Equal, Flame } from 'lucide-react';
import type { Schema } from '../../../api/types';
import type { Option } from '../../../ui/select';

const look = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

export const severityOptions: Option<Schema<'BugSeverity'>>[] = [
  { value: 'low', label: 'Low', icon: <ArrowDown {...look} className="text-fg2" /> },
  { value: 'medium', label: 'Medium', icon: <Equal {...look} className="text-blue" /> },
  { value: 'high', label: 'High', icon: <ArrowUp {...look} className="text-amber" /> },
  { value: 'critical', label: 'Critical', icon: <Flame {...look} className="text-red" /> },
];
