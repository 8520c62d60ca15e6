import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { useFocusOnArrival } from './use-focus-on-arrival';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })));

function Screen({ ready }: { ready: boolean }) {
  useFocusOnArrival(() => document.getElementById('search')?.focus(), ready);
  return <input id="search" />;
}

const screen = (ready: boolean) => (
  <MemoryRouter initialEntries={[{ pathname: '/keys', key: 'by a link' }]}>
    <Screen ready={ready} />
  </MemoryRouter>
);

/** Comes to a screen by the first link of the navigation. `finish`: what the screen waits for is there. */
function arrive() {
  const nav = document.body.appendChild(document.createElement('nav'));
  onTestFinished(() => nav.remove());
  const [first, second] = ['Keys', 'Orders'].map((text) => {
    const link = nav.appendChild(document.createElement('a'));
    link.href = `/${text}`;
    return link;
  });
  first!.focus();
  const { rerender } = render(screen(false));
  return { second: second!, finish: () => rerender(screen(true)) };
}

const focused = () => document.activeElement;
const search = () => document.getElementById('search');

it('focus moves from the followed link to the screen once the screen is ready', () => {
  const { finish } = arrive();
  expect(focused()).not.toBe(search());
  finish();
  expect(focused()).toBe(search());
});

it('focus stays on another link that the user has moved to meanwhile', () => {
  const { second, finish } = arrive();
  second.focus();
  finish();
  expect(focused()).toBe(second);
});

it('focus moves from the heading, which has it meanwhile, to the screen', () => {
  const { finish } = arrive();
  const heading = document.body.appendChild(document.createElement('h1'));
  onTestFinished(() => heading.remove());
  heading.tabIndex = -1;
  heading.focus();
  finish();
  expect(focused()).toBe(search());
});

it('focus moves to the screen even if the followed link has lost it', () => {
  const { finish } = arrive();
  (document.activeElement as HTMLElement).blur();
  finish();
  expect(focused()).toBe(search());
});
