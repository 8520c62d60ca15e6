type TruncatedProps = { text: string; className?: string };

/** A text on one line, cut off where it does not fit, with the whole text as its tooltip. */
export function Truncated({ text, className = '' }: TruncatedProps) {
  return (
    <span title={text} dir="auto" className={`truncate text-left ${className}`}>
      {text}
    </span>
  );
}
