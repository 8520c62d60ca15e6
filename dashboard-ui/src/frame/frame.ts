/**
 * Runs a seller's page in a document with an opaque origin, and talks to the app's page over one port. The seller's
 * code shares this realm and can change anything here, so nothing outside may rely on it.
 */
import type * as ReactModule from 'react';
import type { Root, RootOptions } from 'react-dom/client';
import { accentOf, accentRules } from '../shared/accent';
import type { compile as Compile } from './compile';
import { lineOf, messageOf } from './errors';
import { showFilesOfOthers, tellOfRefusedFiles, type Files } from './files';
import { followLinks } from './links';
import { connect, type FromFrame, type Shown, type ToFrame } from './messages';
import { createTick } from './tick';

type Component = ReactModule.ComponentType<Shown>;
type Runtime = {
  React: typeof ReactModule;
  ReactDOM: { createRoot: (at: Element, options?: RootOptions) => Root; [name: string]: unknown };
  BoostdeskTranspiler: { compile: typeof Compile };
};

/** How long the page may stay empty after it is ready, in milliseconds. */
const drawLimit = 3000;
const showedNothing = `The page has shown nothing for ${drawLimit / 1000} seconds.`;

const withoutScripts = new Error('The scripts of this page did not load.');
const runtime = window as unknown as Partial<Runtime>;
const evaluate = eval;
const root = document.getElementById('root')!;
const listeners = new Set<() => void>();
const colours = new CSSStyleSheet();
document.adoptedStyleSheets.push(colours);
let shown: Shown;
let standing = false;
let failed = false;
let complained = false;

window.addEventListener('message', function start(event) {
  const port = event.ports[0];
  if (event.source !== window.parent || event.data !== connect || !port) return;
  window.removeEventListener('message', start);
  const post = port.postMessage.bind(port);
  listen(port, (message) => post(message));
});

function listen(port: MessagePort, tell: (message: FromFrame) => void) {
  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    const unknown = error === withoutScripts && { unknown: true as const };
    tell({ type: 'failed', message: messageOf(error), line: lineOf(error), ...unknown });
  };
  const complain = (message: string, line: number | null) => {
    complained = true;
    tell({ type: 'complaint', message, line });
  };
  const ready = () => {
    if (standing || failed) return;
    standing = true;
    tell({ type: 'ready' });
    // Any earlier complaint is closer to the cause.
    setTimeout(() => isFilled() || complained || complain(showedNothing, null), drawLimit);
  };
  window.addEventListener('error', ({ error, message }) => {
    const problem = error ?? message;
    if (!standing) fail(problem);
    else complain(messageOf(problem), lineOf(problem));
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (standing) complain(messageOf(reason), lineOf(reason));
    else fail(reason);
  });
  tellOfRefusedFiles((message) => complain(message, null));
  followLinks((href) => tell({ type: 'open', href }));
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'ping') tell({ type: 'pong' });
    if (data.type === 'show') show(shownIn(data));
    if (data.type === 'run') {
      show(shownIn(data));
      try {
        const { code, files } = data.code === undefined ? embedded() : data;
        showFilesOfOthers(files ?? {});
        run(code ?? '', { ready, fail });
      } catch (error) {
        fail(error);
      }
    }
  });
  port.start();
}

const shownIn = ({ stock, shop, updatedAt, underBar = false }: Shown): Shown => ({
  stock,
  shop,
  updatedAt,
  underBar,
});

function show(next: Shown) {
  shown = next;
  // `:where` has no specificity, so the page's own rules win.
  colours.replaceSync(accentRules(accentOf(next.stock.embedColor), ':where(:root)'));
  for (const listener of listeners) listener();
}

type Embedded = { code?: string; files?: Files };

function embedded(): Embedded {
  const text = document.getElementById('boostdesk')?.textContent;
  return text ? (JSON.parse(text) as Embedded) : {};
}

type Outcome = { ready: () => void; fail: (error: unknown) => void };

function run(source: string, { ready, fail }: Outcome) {
  const { React, ReactDOM, BoostdeskTranspiler } = runtime;
  if (!React || !ReactDOM || !BoostdeskTranspiler) throw withoutScripts;

  const compiled = BoostdeskTranspiler.compile(source);
  if (compiled.status === 'refused') throw { message: compiled.message, line: compiled.line };

  let mountsItself = false;
  const { createRoot } = ReactDOM;
  const create = (at: Element, options?: RootOptions) =>
    createRoot(at, { onUncaughtError: (error) => fail(error), ...options });
  const ownDom = {
    ...ReactDOM,
    createRoot(at: Element, options?: RootOptions) {
      mountsItself = true;
      return create(at, options);
    },
    /** The API of React up to version 17, which many templates still use. */
    render(element: ReactModule.ReactNode, at: Element) {
      mountsItself = true;
      create(at).render(element);
    },
  };
  const useShown = () => React.useSyncExternalStore(subscribe, () => shown);
  const useLiveStock = () => useShown().stock;
  const modules: Record<string, unknown> = {
    react: React,
    'react-dom': ownDom,
    'react-dom/client': ownDom,
  };
  const require = (name: string) => {
    if (Object.hasOwn(modules, name)) return modules[name];
    throw new Error(`"${name}" cannot be imported here. There are "react" and "react-dom".`);
  };
  Object.assign(window, { ReactDOM: ownDom, useLiveStock });

  const module = { exports: {} };
  const make = evaluate(compiled.code) as (...given: unknown[]) => unknown;
  const page = make(React, ownDom, require, module.exports, module, useLiveStock, createTick());

  if (mountsItself) return void whenFilled(ready, fail);
  if (!page) {
    throw new Error('There is no page: write "export default function LiveStock({ stock }) { … }".');
  }
  const { createElement, isValidElement, useEffect } = React;
  function Host() {
    const now = useShown();
    useEffect(ready, []);
    return isValidElement(page) ? page : createElement(page as Component, now);
  }
  create(root).render(createElement(Host));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function whenFilled(ready: () => void, fail: (error: unknown) => void) {
  const watch = new MutationObserver(() => {
    if (isFilled()) done(ready);
  });
  const timer = setTimeout(() => done(() => fail(new Error('The page shows nothing.'))), drawLimit);
  const done = (then: () => void) => {
    watch.disconnect();
    clearTimeout(timer);
    then();
  };
  watch.observe(document.body, { childList: true, subtree: true });
  if (isFilled()) done(ready);
}

const isFilled = () => document.body.innerText.trim() !== '' || root.childElementCount > 0;
