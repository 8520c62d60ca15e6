import { Children, Fragment, type ReactNode } from 'react';

/** Facts as one running text with a dot between two, which never begins a line. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <p className="text-small wrap-anywhere text-fg3">
      {Children.toArray(children).map((fact, place) => (
        <Fragment key={place}>
          {place > 0 && (
            <>
              <span aria-hidden>{'\u00a0·'}</span>{' '}
            </>
          )}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}
