import { History } from 'lucide-react';
import { useId, type Ref } from 'react';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CodeEditor, type Editor } from './code-editor';

type EditorCardProps = {
  code: string;
  typed: boolean;
  dirty: boolean;
  editor: Ref<Editor>;
  onChange: (code: string) => void;
  onVersions: () => void;
};

/** Tab indents, so somebody without a mouse has to know the way out. */
const wayOut = 'Press Escape and then Tab to leave the editor.';

export function EditorCard({ code, typed, dirty, editor, onChange, onVersions }: EditorCardProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="card flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden">
      <header className="flex h-11 shrink-0 items-center gap-2.5 border-b border-line pr-2 pl-4 max-sm:gap-2 max-sm:pl-3">
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-pink" />
        <h2 id={titleId} className="mono truncate">
          page code
        </h2>
        {dirty && <Badge status="unsaved changes" />}
        <Button
          kind="ghost"
          size="xs"
          className="ml-auto"
          icon={<History aria-hidden size={14} strokeWidth={1.75} className="max-sm:hidden" />}
          onClick={onVersions}
        >
          Versions
        </Button>
      </header>
      <div className="relative min-h-0 flex-1 bg-bg">
        <CodeEditor
          ref={editor}
          value={code}
          typed={typed}
          onChange={onChange}
          label="Page code"
          description={wayOut}
        />
      </div>
      <p className="border-t border-line px-4 py-1 text-caption text-fg3">{wayOut}</p>
    </section>
  );
}
