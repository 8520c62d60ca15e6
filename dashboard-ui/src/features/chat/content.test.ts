import { describe, expect, it, vi } from 'vitest';
import { isJumbo, linksIn, mentions, parseContent } from './content';

const links = (text: string) =>
  parseContent(text).flatMap((part) => (part.kind === 'link' ? [part.text] : []));

describe('links', () => {
  it.each([
    ['see https://a.example/x?y=1#z now', ['https://a.example/x?y=1#z']],
    ['(https://a.example/x).', ['https://a.example/x']],
    ['https://a.example/wiki/Boost_(chat)', ['https://a.example/wiki/Boost_(chat)']],
    ['https://a.example, https://b.example!', ['https://a.example', 'https://b.example']],
    ['HTTP://A.EXAMPLE', ['HTTP://A.EXAMPLE']],
    ['"https://a.example"', ['https://a.example']],
  ])('are found in %s', (text, found) => expect(links(text)).toEqual(found));

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'xhttps://a.example',
    'https://',
    'https://bank.example@evil.example/',
    'https://user:secret@evil.example/',
  ])('are not recognised in %s', (text) => expect(links(text)).toEqual([]));

  it('have the address that the browser would open', () =>
    expect(parseContent('https://A.example/ä')[0]).toMatchObject({ href: 'https://a.example/%C3%A4' }));

  it('to the same address are listed once', () =>
    expect(linksIn('https://a.example https://a.example/')).toHaveLength(1));

  it('and mentions leave the rest of the text complete', () => {
    const text = 'a https://x.example. @mika b';
    const people = [{ authorId: '1', author: 'mika' }];
    expect(parseContent(text, people).map((part) => part.text)).toEqual([
      'a ',
      'https://x.example',
      '. ',
      '@mika',
      ' b',
    ]);
  });
});

describe('mentions', () => {
  const mika = { authorId: '1', author: 'mika' };
  const mikaTwo = { authorId: '2', author: 'Mika Two' };
  const named = (text: string) =>
    parseContent(text, [mika, mikaTwo]).flatMap((part) => (part.kind === 'mention' ? [part.authorId] : []));

  it.each([
    ['@mika hello', ['1']],
    ['hello @MIKA!', ['1']],
    ['@mika two and @mika', ['2', '1']],
    ['mail mika@mika.example', []],
    ['@mikael', []],
    ['mika', []],
    ['https://x.example/@mika', []],
    // The letter İ is longer in lower case.
    ['İyi, @mika!', ['1']],
    ['İİ @mika two', ['2']],
  ])('are recognised in %s', (text, ids) => expect(named(text)).toEqual(ids));

  it('of one user are found only with an @', () => {
    expect(mentions('well, @mika?', mika)).toBe(true);
    expect(mentions('well, mika?', mika)).toBe(false);
    expect(mentions('well, @mika two?', mikaTwo)).toBe(true);
  });
});

describe('the large emoji style', () => {
  it.each(['🎉', '👍🏽 👨‍👩‍👧', '🇩🇪❤️🔥'])('is used for %s', (text) => expect(isJumbo(text)).toBe(true));
  it.each(['', ' ', 'ok 🎉', '12', '#', '🎉🎉🎉🎉'])('is not used for %s', (text) =>
    expect(isJumbo(text)).toBe(false),
  );
  it('is used for emoji only, even in a browser without Intl.Segmenter', () => {
    vi.stubGlobal('Intl', {});
    expect(isJumbo('🎉🔥')).toBe(true);
    expect(isJumbo('ok 🎉')).toBe(false);
  });
});
