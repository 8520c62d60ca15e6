type TruncatedProps = { text: string; className?: string };

/** A text on one line, as far as it fits; the pointer is told all of it. */
export function Truncated({ text, className = '' }: TruncatedProps) {
  return (
    <span title={text} dir="auto" className={`truncate ${className}`}>
      {text}
    </span>
  );
}
