import { createElement, Fragment } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { compile } from './compile';
import { lineOf } from './errors';
import { run } from './run';

/** Throws when it is called for the tenth time. */
function impatient() {
  let calls = 0;
  return () => {
    if (++calls >= 10) throw new Error('too long');
  };
}

describe('the page component', () => {
  it.each([
    'export default function Anything() { return <p>Hi</p>; }',
    'export default () => <p>Hi</p>',
    'const Small = () => null;\nfunction LiveStock() { return <p>Hi</p>; }\nconst Other = () => null;',
    'function App() { return <p>Hi</p>; }\nfunction Last() {}',
    'const helper = 1;\nfunction First() {}\nfunction Last() { return <p>Hi</p>; }',
    'import React, { useState } from "react";\nexport default function Page() { useState; return <p>Hi</p>; }',
    'const same = (x) => x;\nconst Page = same(() => <p>Hi</p>);',
    'export const Page = () => <p>Hi</p>;',
  ])('is found in %j', (source) => {
    const page = run(source) as () => unknown;
    expect(page()).toEqual(createElement('p', null, 'Hi'));
  });

  it.each([
    '<h1>Hi</h1>',
    '\n<h1 style="color: red" class="big">Hi<br></h1>',
    '<!doctype html>\n<html><head><style>h1 { color: red }</style></head><body><h1>Hi</h1></body></html>',
    '<!-- mine --><p>{never</p>',
    '<h1>Shop</h1>\nWelcome',
    '<b>Nova</b> - cheap',
    '<p>We sell and<br>\nexport boosts</p>',
    '<H1>Hi</H1>',
    '<div style="color:red">Use {code}</div>',
    '<style>.a { color: red }</style><script>\nfunction a() {}\n</script><p>let us know</p>',
  ])('is plain HTML in %j', (source) => {
    const page = run(source) as () => unknown;
    expect(page()).toEqual(createElement('div', { dangerouslySetInnerHTML: { __html: source } }));
  });

  it('is JSX when one of its attributes is, also beside one of HTML', () => {
    const page = run('<b className="big"><i class="small">{stock.left}</i></b>') as (
      shown: object,
    ) => unknown;
    const small = createElement('i', { class: 'small' }, 3);
    const part = createElement('b', { className: 'big' }, small);
    expect(page({ stock: { left: 3 } })).toEqual(createElement(Fragment, null, part));
  });

  it('is an element in JSX that stands by itself, or several', () => {
    const page = run('<b className="big">{stock.left} left</b>\n<i/>') as (shown: object) => unknown;
    const parts = [createElement('b', { className: 'big' }, 3, ' left'), createElement('i')];
    expect(page({ stock: { left: 3 } })).toEqual(createElement(Fragment, null, ...parts));
  });

  it('is the exported one also if the code begins with an element', () => {
    const page = run('<b />;\nexport default () => <p>Hi</p>') as () => unknown;
    expect(page()).toEqual(createElement('p', null, 'Hi'));
    expect(run('<b />;\nString(1);')).toBeUndefined();
  });

  it('is undefined if the code contains no component', () => {
    expect(run('const answer = 42;')).toBeUndefined();
    expect(run('')).toBeUndefined();
  });
});

describe('an error in the code', () => {
  it.each([
    ['export default function () {\n  return <p>Hi</b>;\n}', 2],
    ['const a = 1;\nconst a = 2;', 2],
    ['let x = ;', 1],
    ['<ul className="x">\n{stock.map((s) => <li>{s}</li>}\n</ul>', 2],
    ['<Page />\nfunction Page() { return <p>; }', 2],
    ['function f() {\n\n  return (\n', 4],
    ['a\nb\nawait c;', 3],
  ])('is reported with its line: %j', (source, line) => {
    expect(compile(source)).toMatchObject({ status: 'refused', line });
  });

  it('has a message that does not contain its position', () => {
    const compiled = compile('let x = ;');
    expect(compiled.status === 'refused' && compiled.message).not.toMatch(/\(|transforming/);
  });

  it('has its source line when it is thrown at runtime', () => {
    const page = run(
      'export default function Page() {\n  const a = <p>{1}</p>;\n\n  return nothing;\n}',
    ) as () => void;
    let thrown: unknown;
    try {
      page();
    } catch (error) {
      thrown = error;
    }
    expect(lineOf(thrown)).toBe(4);
  });
});

describe('the guard against code that never ends', () => {
  it.each([
    'for (;;) {}',
    'for (;;);',
    'while (true);',
    'while (true) ;while (false) ;',
    'do ; while (true)',
    'do { } while (true);',
    'if (1) while (true) continue; else ;',
    'let f; while (true) f = () => 1',
    'let f; while (true) while (true) f = x => y => ({ x, y })',
    'for (const x of (function* () { while (true) yield 1; })()) x;',
    'outer: for (;;) { for (;;) { continue outer; } }',
    'for (;;) { try { while (true); } catch {} }',
    'for (;;) { try { } finally { continue; } }',
    'const f = (n) => { while (true) n++; }; f(1)',
    'const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2); fib(50)',
    'function again() { "use strict"\n return again(); } again();',
    'class A { b() { this.b(); } } new A().b();',
    'const a = { get b() { return a.b; } }; a.b;',
  ])('interrupts %s', (source) => {
    expect(() => run(source, impatient())).toThrow('too long');
  });

  it('does not change the results of code that ends', () => {
    const source = `
      const result = [];
      for (let i = 0; i < 3; i++) result.push(i);
      for (const x in { a: 1 }) { result.push(x); }
      const make = (a) => ({ a });
      const sum = (...all) => all.reduce((x, y) => x + y, 0);
      let n = 0;
      do n++; while (n < 4)
      export default [result, make(2), sum(1, 2), n, (function () { 'use strict'; return this; })()];
    `;
    const tick = vi.fn();
    expect(run(source, tick)).toEqual([[0, 1, 2, 'a'], { a: 2 }, 3, 4, undefined]);
    expect(tick).toHaveBeenCalled();
  });
});
