import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { Page } from './page';

vi.mock('../api/bootstrap', () => ({ useConfig: () => ({ brand: { name: 'Boostdesk' } }) }));

const link = () => screen.getByRole('link');
const heading = () => screen.getByRole('heading', { level: 1 });

/** The first screen, and a function that shows another one instead, as a link or the Back button does. */
function open() {
  const shell = (title: string, content?: ReactNode) => (
    <>
      <nav>
        <a href="/settings">Settings</a>
      </nav>
      <main>
        <Page key={title} title={title}>
          {content}
        </Page>
      </main>
    </>
  );
  history.replaceState(null, '', '/');
  const { rerender } = render(shell('Dashboard'));
  return (title: string, content?: ReactNode, path = title) => {
    history.pushState(null, '', `/${path}`);
    rerender(shell(title, content));
  };
}

it('the heading of the next screen gets the focus, from the link that led there or from nothing', () => {
  const go = open();
  expect(document.activeElement).toBe(document.body);
  link().focus();
  go('Settings');
  expect(document.activeElement).toBe(heading());
  heading().blur();
  go('Health');
  expect(heading().textContent).toBe('Health');
  expect(document.activeElement).toBe(heading());
});

it('the heading that replaces a focused one on the same screen gets the focus', () => {
  const go = open();
  go('Settings');
  expect(document.activeElement).toBe(heading());
  go('Loaded settings', null, 'Settings');
  expect(heading().textContent).toBe('Loaded settings');
  expect(document.activeElement).toBe(heading());
});

it('the heading leaves the focus to a control of the new screen', () => {
  const go = open();
  go('Keys', <input autoFocus />);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

it('a screen that is shown anew at the same address leaves the focus where it is', () => {
  const go = open();
  go('Settings');
  link().focus();
  history.replaceState(null, '', '/Settings');
  const { unmount } = render(
    <main>
      <Page title="Settings">{null}</Page>
    </main>,
  );
  expect(document.activeElement).toBe(link());
  unmount();
});
