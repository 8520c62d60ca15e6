import { Download } from 'lucide-react';
import { Button } from './button';
import { CopyTextButton } from './copy-button';
import { downloadText } from './download';

type CopyBlockProps = { label: string; lines: string[]; fileName: string };

/** A block of lines that can be selected, copied or downloaded. */
export function CopyBlock({ label, lines, fileName }: CopyBlockProps) {
  const text = lines.join('\n');
  return (
    <div className="flex flex-col gap-3">
      <textarea
        readOnly
        aria-label={label}
        value={text}
        rows={Math.min(8, Math.max(2, lines.length))}
        onFocus={(event) => event.target.select()}
        wrap="off"
        className="mono print:hidden block w-full resize-none overflow-auto rounded-control border border-line bg-bg px-3 py-2"
      />
      {/* On paper a field prints only its visible part, so the text is repeated for printing. */}
      <pre aria-hidden className="mono hidden print:block">
        {text}
      </pre>
      <div className="flex gap-2 print:hidden max-sm:*:flex-1">
        <CopyTextButton
          kind="primary"
          size="md"
          text={text}
          label={lines.length === 1 ? 'Copy' : 'Copy All'}
        />
        <Button
          icon={<Download aria-hidden size={16} strokeWidth={1.75} />}
          onClick={() => downloadText(fileName, `${text}\n`)}
        >
          Download .txt
        </Button>
      </div>
    </div>
  );
}
