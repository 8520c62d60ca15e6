import { type ComponentProps, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '../ui/field';
import type { optionalFields } from './redeem-values';

type Bound = Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange' | 'readOnly' | 'isSaid'>;

type OptionalDetailsProps = {
  state: 'hidden' | 'shown';
  bind: (field: (typeof optionalFields)[number]) => Bound;
  onShow: () => void;
  onHide: () => void;
};

export function OptionalDetails({ state, bind, onShow, onHide }: OptionalDetailsProps) {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  // The pressed button disappears, so the focus moves to what replaces it.
  function show() {
    flushSync(onShow);
    panel.current?.querySelector('input')?.focus();
  }

  function hide() {
    flushSync(onHide);
    toggle.current?.focus();
  }

  if (state === 'hidden') {
    return (
      <button ref={toggle} type="button" className="text-button" aria-expanded={false} onClick={show}>
        + Add optional details (display name, bio, avatar, banner)
      </button>
    );
  }
  return (
    <div ref={panel} className="details" role="group" aria-labelledby={id}>
      <div className="details-head">
        <span id={id}>Optional details</span>
        <button type="button" className="text-button" aria-expanded onClick={hide}>
          Hide
        </button>
      </div>
      <Field {...bind('displayname')} label="Display name" optional autoComplete="off" />
      <Field {...bind('bio')} label="Bio" optional autoComplete="off" />
      <Field {...bind('avatar')} label="Avatar URL" optional inputMode="url" autoComplete="off" />
      <Field {...bind('banner')} label="Banner URL" optional inputMode="url" autoComplete="off" />
    </div>
  );
}
