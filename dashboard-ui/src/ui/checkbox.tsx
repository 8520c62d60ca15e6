import type { ComponentProps } from 'react';

const check =
  'before:absolute before:top-px before:left-[4.5px] before:h-2 before:w-1.25 before:rotate-45 before:border-r-2 before:border-b-2 ' +
  'before:border-on-pink not-checked:before:hidden';

/** Drawn by CSS, so that it looks the same in every browser. In forced-colours mode the browser draws its own. */
export function Checkbox({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="checkbox"
      {...rest}
      className={`hit-44 hover-fast size-4 shrink-0 appearance-none rounded-inline border border-input bg-input-bg enabled:cursor-pointer enabled:not-checked:hover:border-fg3 checked:border-pink checked:bg-pink disabled:opacity-50 forced-colors:appearance-auto forced-colors:before:hidden ${check} ${className}`}
    />
  );
}
