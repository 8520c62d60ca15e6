import { useRef } from 'react';
import { controlClass } from '../../ui/input';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Skeleton } from '../../ui/skeleton';
import { parts, placeholders, truncateGrown } from './delivery-text';
import { redeemLink, saysNotWhere, saysWhere } from './where-to-redeem';

type TextEditorProps = {
  text: string;
  loading?: boolean;
  onChange: (text: string) => void;
  error: string | undefined;
};

// Text area and overlay share everything that decides where a letter stands. Each line runs in the direction of its own words.
const letters =
  '[grid-area:1/1] min-h-30 px-3 py-2 font-mono text-small/5 [font-feature-settings:"zero"] wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext] max-sm:text-input-phone';

/** A text area whose letters are drawn by an overlay below it, which gives placeholders their colour and the area its height. */
export function TextEditor({ text, loading, onChange, error }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const wasUsed = useRef(false);

  function take(target: HTMLTextAreaElement) {
    const kept = truncateGrown(target.value, text);
    if (kept !== target.value) {
      // Cut here, so that the caret stays where it is.
      const caret = target.selectionStart;
      target.value = kept;
      target.setSelectionRange(caret, caret);
    }
    onChange(kept);
    wasUsed.current = true;
  }

  function insert(placeholder: string) {
    const target = area.current;
    if (!target) return;
    // A browser has the caret at the start until somebody uses the field: the placeholder then goes to the end, on a line of its own.
    const isUnset = !wasUsed.current && target.selectionEnd === 0;
    target.focus();
    if (isUnset) target.setSelectionRange(text.length, text.length);
    const isGlued = isUnset && /\S$/.test(text);
    target.setRangeText(
      isGlued ? `\n${placeholder}` : placeholder,
      target.selectionStart,
      target.selectionEnd,
      'end',
    );
    take(target);
  }

  return (
    <div className="flex flex-col gap-3">
      <Field label="Delivery text" error={error}>
        {(field) =>
          loading ? (
            <div role="status" aria-label="Loading">
              <Skeleton className="h-30.5 rounded-control!" />
            </div>
          ) : (
            <div
              className={`${controlClass} grid max-h-90 overflow-y-auto rounded-control p-0! focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-pink-text`}
            >
              <div aria-hidden className={letters}>
                {parts(text).map(({ text, placeholder }, index) =>
                  placeholder ? (
                    <span key={index} className="text-pink-text">
                      {text}
                    </span>
                  ) : (
                    text
                  ),
                )}
                {/* Gives an empty last line its height. */}
                &#8203;
              </div>
              <textarea
                {...field}
                ref={area}
                value={text}
                onChange={({ target }) => take(target)}
                onPointerDown={() => (wasUsed.current = true)}
                // Tab only passes through.
                onKeyDown={({ key }) => (wasUsed.current ||= key !== 'Tab')}
                spellCheck={false}
                className={`${letters} resize-none overflow-hidden bg-transparent text-transparent caret-fg outline-none forced-colors:text-fg`}
              />
            </div>
          )
        }
      </Field>
      <div role="group" aria-label="Placeholders" className="flex flex-wrap gap-1.5">
        {placeholders.map((placeholder) => (
          <Button
            key={placeholder}
            size="xs"
            aria-label={`Insert ${placeholder}`}
            disabled={loading}
            onClick={() => insert(placeholder)}
            className="font-mono text-pink-text! max-sm:h-11"
          >
            {placeholder}
          </Button>
        ))}
      </div>
      {!loading && !error && !saysWhere(text) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="text-small text-pretty text-fg2">{saysNotWhere}</p>
          <Button size="xs" onClick={() => insert(redeemLink)} className="max-sm:h-11">
            Insert the link
          </Button>
        </div>
      )}
    </div>
  );
}
