type ChartLegendProps = { barLabel: string; lineLabel: string; unfinishedLabel?: string };

/** Explains the bars and the line. */
export function ChartLegend({ barLabel, lineLabel, unfinishedLabel }: ChartLegendProps) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 text-caption text-fg2">
      <li className="flex items-center gap-1.5">
        <BarSign />
        {barLabel}
      </li>
      <li className="flex items-center gap-1.5">
        <LineSign />
        {lineLabel}
      </li>
      {unfinishedLabel && (
        <li className="flex items-center gap-1.5">
          <span className="h-2.5 w-2 rounded-t-[3px] border border-dashed border-pink bg-pink/40 forced-color-adjust-none" />
          {unfinishedLabel}
        </li>
      )}
    </ul>
  );
}

export function BarSign() {
  return <span className="h-2.5 w-2 rounded-t-[3px] bg-pink forced-color-adjust-none" />;
}

export function LineSign() {
  return (
    <svg width={16} height={10} className="stroke-blue-fill">
      <line x1={0} x2={16} y1={5} y2={5} strokeWidth={1.5} strokeDasharray="4 3" />
      <circle cx={8} cy={5} r={3} fill="var(--s1)" strokeWidth={1.5} />
    </svg>
  );
}
