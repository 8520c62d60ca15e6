import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react';
import { formatCompact, formatNumber } from '../shared/format/number';
import { BarSign, LineSign } from './chart-legend';
import { axisTop } from './chart-scale';

type Point = { label: string; bar: number; line: number };

export type ChartProps = {
  /** The chart's name for screen readers, which get its numbers as a table. */
  label: string;
  columnLabel: string;
  barLabel: string;
  lineLabel: string;
  points: Point[];
  /** Whether the last one is still growing: it is drawn fainter. */
  lastIsUnfinished?: boolean;
};

const height = 200;
const narrowest = 240;
const steps = 4;
const inset = { top: 8, right: 44, bottom: 26, left: 36 };
const plotHeight = height - inset.top - inset.bottom;

export function Drawing(props: ChartProps) {
  const { label, columnLabel, barLabel, lineLabel, points, lastIsUnfinished = false } = props;
  const { ref, width } = useWidth();
  const [hovered, setHovered] = useState<number>();
  const bars = points.map((point) => point.bar);
  const lines = points.map((point) => point.line);
  const barTop = axisTop(Math.max(0, ...bars), steps);
  const lineTop = axisTop(Math.max(0, ...lines), steps);

  const column = (width - inset.left - inset.right) / points.length;
  const x = (index: number) => inset.left + column * (index + 0.5);
  const y = (share: number) => inset.top + plotHeight * (1 - share);
  const barWidth = Math.min(22, column * 0.55);
  const labelEvery = Math.ceil(52 / column);
  const isUnfinished = (index: number) => lastIsUnfinished && index === points.length - 1;
  const course = points.map((point, index) => `${x(index)},${y(point.line / lineTop)}`);
  const finished = lastIsUnfinished ? course.slice(0, -1) : course;

  function follow(event: PointerEvent<SVGSVGElement>) {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - inset.left;
    const index = Math.floor(left / column);
    setHovered(index >= 0 && index < points.length ? index : undefined);
  }

  const isShown = hovered !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const hideElsewhere = ({ target }: Event) => {
      if (!ref.current?.contains(target as Node)) setHovered(undefined);
    };
    document.addEventListener('pointerdown', hideElsewhere);
    return () => document.removeEventListener('pointerdown', hideElsewhere);
  }, [isShown, ref]);

  return (
    <div ref={ref} className="relative">
      <svg
        aria-hidden
        width={width}
        height={height}
        // Paper may be narrower than the screen.
        viewBox={`0 0 ${width} ${height}`}
        className="block touch-pan-y text-caption print:h-auto print:max-w-full"
        onPointerMove={follow}
        onPointerDown={follow}
        // A finger that lifts has not turned to something else; one that scrolls has.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setHovered(undefined)}
        onPointerCancel={() => setHovered(undefined)}
      >
        {Array.from({ length: steps + 1 }, (_, step) => (
          <g key={step}>
            <line
              x1={inset.left}
              x2={width - inset.right}
              y1={y(step / steps)}
              y2={y(step / steps)}
              className="stroke-line"
            />
            <text
              x={inset.left - 8}
              y={y(step / steps) + 4}
              textAnchor="end"
              className="fill-fg3 tabular-nums"
            >
              {formatCompact((barTop / steps) * step)}
            </text>
            <text x={width - inset.right + 8} y={y(step / steps) + 4} className="fill-fg3 tabular-nums">
              {formatCompact((lineTop / steps) * step)}
            </text>
          </g>
        ))}
        {isShown && (
          <rect
            x={x(hovered) - column / 2}
            y={inset.top}
            width={column}
            height={plotHeight}
            className="fill-s3/60"
          />
        )}
        {points.map((point, index) => (
          <g key={point.label}>
            <path
              d={barPath(x(index), barWidth, y(point.bar / barTop), y(0))}
              className={isUnfinished(index) ? 'fill-pink/40 stroke-pink' : 'fill-pink'}
              strokeDasharray="3 2"
            />
            {index % labelEvery === 0 && (
              <text x={x(index)} y={height - 6} textAnchor="middle" className="fill-fg3">
                {point.label}
              </text>
            )}
          </g>
        ))}
        <g className="fill-blue-fill stroke-blue-fill">
          <polyline
            points={finished.join(' ')}
            fill="none"
            strokeWidth={1.5}
            strokeDasharray="4 3"
            strokeLinejoin="round"
          />
          {lastIsUnfinished && (
            <polyline
              points={course.slice(-2).join(' ')}
              fill="none"
              strokeWidth={1.5}
              strokeDasharray="1 4"
              strokeLinecap="round"
            />
          )}
          {points.map((point, index) => (
            <circle
              key={point.label}
              cx={x(index)}
              cy={y(point.line / lineTop)}
              r={index === hovered ? 4.5 : 3}
              // So that it looks alike on a bar and beside it.
              fill="var(--s1)"
              strokeWidth={1.5}
            />
          ))}
        </g>
      </svg>
      {isShown && (
        <Tooltip
          at={x(hovered)}
          width={width}
          point={points[hovered]!}
          barLabel={barLabel}
          lineLabel={lineLabel}
        />
      )}
      {/* A table cannot be narrower than its words, so its wrapper is hidden instead. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{columnLabel}</th>
              <th scope="col">{barLabel}</th>
              <th scope="col">{lineLabel}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                <td>{formatNumber(point.bar)}</td>
                <td>{formatNumber(point.line)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type TooltipProps = { at: number; width: number; point: Point; barLabel: string; lineLabel: string };

function Tooltip({ at, width, point, barLabel, lineLabel }: TooltipProps) {
  const onRight = at < width / 2;
  return (
    <div
      aria-hidden
      className="pop pointer-events-none absolute top-2 flex min-w-32 flex-col gap-1 rounded-tall border border-line2 bg-s1 px-3 py-2 text-caption shadow-menu"
      style={onRight ? { left: at + 16 } : { right: width - at + 16 }}
    >
      <p className="text-fg2">{point.label}</p>
      <p className="flex items-center gap-1.5">
        <BarSign />
        {barLabel}
        <span className="ml-auto pl-3 font-medium tabular-nums">{formatNumber(point.bar)}</span>
      </p>
      <p className="flex items-center gap-1.5">
        <LineSign />
        {lineLabel}
        <span className="ml-auto pl-3 font-medium tabular-nums">{formatNumber(point.line)}</span>
      </p>
    </div>
  );
}

/** A bar with a round top; empty for 0. */
function barPath(center: number, width: number, top: number, bottom: number): string {
  if (bottom - top < 0.5) return '';
  const radius = Math.min(3, bottom - top, width / 2);
  const left = center - width / 2;
  const right = center + width / 2;
  return `M${left} ${bottom}V${top + radius}Q${left} ${top} ${left + radius} ${top}H${right - radius}Q${right} ${top} ${right} ${top + radius}V${bottom}Z`;
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  // A layout effect, so that it is measured before the first paint.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setWidth(Math.max(narrowest, element.getBoundingClientRect().width));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
