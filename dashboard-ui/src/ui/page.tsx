import { useEffect, type ReactNode } from 'react';
import { useConfig } from '../api/bootstrap';

type PageProps = {
  title: string;
  /** Shown beside the title. */
  badge?: ReactNode;
  text?: string;
  /** Shown at the right of the title. */
  actions?: ReactNode;
  /** Shown at the bottom in full width, for pagination. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The main column of a dashboard screen: title, then figures, tools and list. */
export function Page({ title, badge, text, actions, footer, children }: PageProps) {
  usePageTitle(title);
  return (
    <>
      <div className="mx-auto flex w-full max-w-[1184px] flex-1 flex-col gap-6 p-8 max-lg:px-4 max-lg:py-5 max-sm:gap-5">
        <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 tabIndex={-1} className="text-title outline-none">
                {title}
              </h1>
              {badge}
            </div>
            {text && <p className="wrap-anywhere text-fg2">{text}</p>}
          </div>
          {actions && <div className="flex gap-2">{actions}</div>}
        </header>
        {children}
      </div>
      {footer}
    </>
  );
}

export function usePageTitle(title: string) {
  const { brand } = useConfig();
  useEffect(() => {
    document.title = title.startsWith(brand.name) ? title : `${title} · ${brand.name}`;
  }, [title, brand.name]);
}
