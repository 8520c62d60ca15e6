import { Fragment } from 'react';

/** Wraps an id or address between its groups instead of cutting it off. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(?<=[-:])/).map((group, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {group}
    </Fragment>
  ));
}
