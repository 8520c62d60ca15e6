export type BarColour = 'green' | 'amber' | 'red' | 'blue';

const fills: Record<BarColour, string> = {
  green: 'bg-green-fill',
  amber: 'bg-amber-fill',
  red: 'bg-red-fill',
  blue: 'bg-blue-fill',
};

/** The same colours for text beside a bar. */
export const textColours: Record<BarColour, string> = {
  green: 'text-green',
  amber: 'text-amber',
  red: 'text-red',
  blue: 'text-blue',
};

type ProgressBarProps = {
  percent: number;
  colour: BarColour;
  label: string;
  tall?: boolean;
  className?: string;
};

/** The share that succeeded. Any success at all is at least 4px wide. */
export function ProgressBar({ percent, colour, label, tall, className = '' }: ProgressBarProps) {
  const shown = Math.min(100, Math.max(0, percent));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={`${Math.round(shown)}%`}
      className={`overflow-hidden rounded-full bg-s3 forced-color-adjust-none ${tall ? 'h-2' : 'h-1.5'} ${className}`}
    >
      <div
        className={`h-full transition-[width] duration-(--t-bar) ease-out ${fills[colour]}`}
        style={{ width: `${shown}%`, minWidth: shown > 0 ? 4 : 0 }}
      />
    </div>
  );
}
