import { Fragment } from 'react';

/** An id or an address is never cut: it wraps, between its groups. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(?<=[-:])/).map((group, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {group}
    </Fragment>
  ));
}
