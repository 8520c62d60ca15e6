import { Paperclip, Pencil, Reply, SendHorizontal, X } from 'lucide-react';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { useMedia } from '../../shared/use-media';
import { IconButton } from '../../ui/button';
import { Spinner } from '../../ui/spinner';
import { Truncated } from '../../ui/truncated';
import { EmojiPicker } from './emoji-picker';
import type { Message, Person, Quote } from './message';
import { SuggestMenu } from './suggest-menu';
import { UploadTray } from './upload-tray';
import { acceptedFiles, type Upload } from './uploads';
import { useSuggestions } from './use-suggestions';

export type ComposerHandle = { focus: () => void };

type ComposerProps = {
  ref: Ref<ComposerHandle>;
  text: string;
  onText: (text: string) => void;
  replyTo: Quote | null;
  /** The message being edited; `text` is then its text. */
  editing: Message | null;
  onCancel: () => void;
  /** The files of a new message. Hidden while another message is edited: editing does not change files. */
  uploads: {
    list: readonly Upload[];
    add: (files: File[]) => void;
    retry: (id: number) => void;
    remove: (id: number) => void;
  };
  people: readonly Person[];
  longest: number;
  busy: boolean;
  onSend: () => void;
  /** The up arrow was pressed in an empty field. */
  onEditLast: () => void;
};

/** Where a message is written. Enter sends, Shift and Enter begin a new line; on a touch screen Enter is a new line. */
export function Composer(props: ComposerProps) {
  const {
    ref,
    text,
    onText,
    replyTo,
    editing,
    onCancel,
    uploads,
    people,
    longest,
    busy,
    onSend,
    onEditLast,
  } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const attach = useRef<HTMLButtonElement>(null);
  const [caret, setCaret] = useState(0);
  const isNarrow = useMedia('(width < 24rem)');
  const left = longest - [...text.trim()].length;
  const files = editing ? [] : uploads.list;
  const holdsFiles = (editing?.attachments ?? files).length > 0;
  const sendable = left >= 0 && (text.trim() !== '' || holdsFiles) && !busy;
  const suggestions = useSuggestions({ text, caret, people, put });

  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }));

  useLayoutEffect(() => {
    if (area.current) fitToText(area.current);
  }, [text]);

  useEffect(() => {
    if (!replyTo && !editing) return;
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [replyTo, editing]);

  function put(insert: string, from: number, to: number) {
    const end = from + insert.length;
    // At once: what is typed next belongs behind it.
    flushSync(() => {
      onText(text.slice(0, from) + insert + text.slice(to));
      setCaret(end);
    });
    area.current?.focus();
    area.current?.setSelectionRange(end, end);
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || suggestions.press(event)) return;
    const { key, shiftKey } = event;
    if (key === 'Enter' && !shiftKey && !isTouch()) {
      event.preventDefault();
      if (sendable) onSend();
    } else if (key === 'Escape' && (editing || replyTo)) {
      event.preventDefault();
      onCancel();
    } else if (key === 'ArrowUp' && text === '') {
      event.preventDefault();
      onEditLast();
    }
  }

  function removeFile(id: number) {
    // The tray goes with its last file.
    if (files.length === 1) attach.current?.focus();
    uploads.remove(id);
  }

  function paste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0 || editing) return;
    event.preventDefault();
    uploads.add(pasted);
  }

  return (
    <form
      aria-label={editing ? 'Edit message' : 'New message'}
      onSubmit={(event) => {
        event.preventDefault();
        if (sendable) onSend();
      }}
      className="relative flex flex-col rounded-card border border-input bg-s1 has-[textarea:focus]:border-pink-text has-[textarea:focus]:outline-1 has-[textarea:focus]:outline-pink-text"
    >
      {suggestions.items && (
        <SuggestMenu items={suggestions.items} chosen={suggestions.chosen} onPick={suggestions.pick} />
      )}
      {editing ? (
        <About
          icon={<Pencil aria-hidden size={14} strokeWidth={2} />}
          label="Cancel editing"
          onCancel={onCancel}
        >
          <span className="font-medium">Editing a message</span>
        </About>
      ) : (
        replyTo && (
          <About
            icon={<Reply aria-hidden size={14} strokeWidth={2} />}
            label="Cancel reply"
            onCancel={onCancel}
          >
            <span className="font-medium">
              Reply to <bdi>{replyTo.author}</bdi>
            </span>
            <Truncated text={replyTo.content} className="text-fg3" />
          </About>
        )
      )}
      {files.length > 0 && <UploadTray uploads={files} onRetry={uploads.retry} onRemove={removeFile} />}
      <div className="flex items-end gap-1 p-1.5">
        {!editing && <AttachButton ref={attach} onFiles={uploads.add} />}
        <textarea
          ref={area}
          dir="auto"
          rows={1}
          value={text}
          aria-label="Message"
          aria-autocomplete="list"
          aria-controls={suggestions.items && 'chat-suggestions'}
          aria-activedescendant={suggestions.items && `chat-suggestion-${suggestions.chosen}`}
          aria-invalid={left < 0 || undefined}
          aria-describedby={left < 400 ? 'chat-left' : undefined}
          placeholder={isNarrow ? 'Message…' : 'Message everyone…'}
          enterKeyHint={isTouch() ? 'enter' : 'send'}
          onChange={(event) => {
            onText(event.target.value);
            setCaret(event.target.selectionStart);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={press}
          onPaste={paste}
          className="max-h-34 min-h-9 flex-1 resize-none bg-transparent px-2 py-2 text-body wrap-anywhere outline-none max-sm:py-1.5 max-sm:text-input-phone"
        />
        {left < 400 && (
          <span
            id="chat-left"
            className={`self-center px-1 text-caption tabular-nums ${left < 0 ? 'text-red' : left < 100 ? 'text-amber' : 'text-fg3'}`}
          >
            {left < 0 ? `${-left} too many` : `${left} left`}
          </span>
        )}
        <EmojiPicker
          onPick={(emoji) =>
            put(emoji, area.current?.selectionStart ?? text.length, area.current?.selectionEnd ?? text.length)
          }
        />
        <button
          type="submit"
          aria-label={editing ? 'Save changes' : 'Send'}
          title={editing ? 'Save changes' : busy ? 'Sends when the files are there' : 'Send'}
          aria-busy={busy || undefined}
          disabled={!sendable && !busy}
          className="hit-44 hover-fast flex size-9 shrink-0 items-center justify-center rounded-control bg-pink text-on-pink shadow-pink-light enabled:hover:bg-pink-hover enabled:active:translate-y-px disabled:opacity-50"
        >
          {busy ? <Spinner /> : <SendHorizontal aria-hidden size={18} strokeWidth={1.75} />}
        </button>
      </div>
    </form>
  );
}

/** Makes the field as high as its text, up to the `max-h` of its class. */
function fitToText(area: HTMLTextAreaElement) {
  const row = area.parentElement!;
  // Measuring makes the area low for a moment. If its row followed, the message list would become taller and lose its place.
  row.style.height = `${row.offsetHeight}px`;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
  row.style.height = '';
}

type AttachButtonProps = { ref: Ref<HTMLButtonElement>; onFiles: (files: File[]) => void };

function AttachButton({ ref, onFiles }: AttachButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={`image/*,video/*,${acceptedFiles}`}
        aria-label="Choose files"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Otherwise choosing the same file again would not fire this event.
          event.target.value = '';
        }}
      />
      <IconButton
        ref={ref}
        label="Attach images or videos"
        icon={<Paperclip aria-hidden size={18} strokeWidth={1.75} />}
        onClick={() => picker.current?.click()}
      />
    </>
  );
}

type AboutProps = { icon: ReactNode; label: string; onCancel: () => void; children: ReactNode };

/** Says that a message is being edited, or which one is being answered. */
function About({ icon, label, onCancel, children }: AboutProps) {
  return (
    <div className="flex items-center gap-2 border-b border-line py-1 pr-1.5 pl-3.5 text-small">
      <span className="text-pink-text">{icon}</span>
      <span className="flex min-w-0 flex-1 gap-2 whitespace-nowrap">{children}</span>
      <IconButton
        label={label}
        size={28}
        icon={<X aria-hidden size={16} strokeWidth={1.75} />}
        onClick={onCancel}
      />
    </div>
  );
}

const isTouch = () => window.matchMedia('(pointer: coarse)').matches;
