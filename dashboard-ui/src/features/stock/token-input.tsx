import { FileText, Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount } from '../../shared/format/number';
import { largestImport } from '../../shared/limits.gen';
import { Button, IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Field } from '../../ui/field';
import { DropInvitation, useFileDrop } from '../../ui/file-drop';
import { Textarea } from '../../ui/input';
import { toast } from '../../ui/toast';
import { Truncated } from '../../ui/truncated';
import { textOfFile } from './file-text';
import { countLines, tooLarge } from './stock-draft';

/** Typed or pasted text, or the content of a file with its name. */
export type TokenSource = { text: string; fileName?: string };

type TokenInputProps = {
  source: TokenSource;
  /** Whether the box holds text that was neither added nor refused. */
  unsaved: boolean;
  onChange: (source: TokenSource) => void;
  error: string | undefined;
};

/** A text box that also takes a dropped text file. */
export function TokenInput({ source, unsaved, onChange, error }: TokenInputProps) {
  const { over, ...drop } = useFileDrop(([file]) => file && take(file));
  const picker = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<File>();
  const changes = useRef(0);

  function change(source: TokenSource) {
    changes.current++;
    onChange(source);
  }

  /** A file replaces another file at once, since the user still has that, but typed text only after a question. */
  function take(file: File) {
    if (file.size > largestImport) toast.error(tooLarge);
    else if (unsaved && !source.fileName) setAsked(file);
    else void read(file);
  }

  async function read(file: File) {
    const turn = ++changes.current;
    try {
      const text = await textOfFile(file);
      // Ignored if something else was typed or chosen in the meantime.
      if (turn === changes.current) onChange({ text, fileName: file.name });
    } catch {
      toast.error('The file could not be read');
    }
  }

  return (
    <div {...drop} className="relative flex flex-col gap-2">
      <Field label="Tokens" error={error}>
        {(field) =>
          source.fileName ? (
            <div className="flex h-14 items-center gap-3 rounded-control border border-line bg-s2 pr-2 pl-3.5">
              <FileText aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-fg2" />
              {/* A click on the label activates the labelled element, so that must not be the button. */}
              <output {...field} className="flex min-w-0 flex-1 flex-col">
                <Truncated text={source.fileName} className="font-medium" />
                <span className="text-small text-fg2">{formatCount(countLines(source.text), 'line')}</span>
              </output>
              <IconButton
                label="Remove the file"
                icon={<X aria-hidden size={16} strokeWidth={1.75} />}
                onClick={() => change({ text: '' })}
              />
            </div>
          ) : (
            <Textarea
              {...field}
              mono
              rows={7}
              wrap="off"
              spellCheck={false}
              autoComplete="off"
              placeholder="Paste tokens here, or drop a text file"
              className="placeholder:whitespace-pre-wrap"
              value={source.text}
              onChange={(event) => change({ text: event.target.value })}
            />
          )
        }
      </Field>
      <input
        ref={picker}
        type="file"
        accept=".txt,text/plain"
        aria-label="Text file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) take(file);
        }}
      />
      <Button
        size="sm"
        kind="ghost"
        className="self-start max-sm:w-full max-sm:border-line2"
        icon={<Upload aria-hidden size={16} strokeWidth={1.75} />}
        onClick={() => picker.current?.click()}
      >
        Choose a text file
      </Button>
      {over && (
        <DropInvitation
          text="Drop the text file here"
          iconSize={22}
          className="-inset-2 gap-2 bg-[color-mix(in_srgb,var(--pink)_8%,var(--s1))]"
        />
      )}
      {asked && (
        <ConfirmDialog
          title="Replace the tokens?"
          text="They have not been added. The file takes their place."
          confirmLabel="Replace"
          onConfirm={() => read(asked)}
          onClosed={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
