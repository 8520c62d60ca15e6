import { describe, expect, it } from 'vitest';
import { suggest } from './suggest';

const people = ['mika', 'Nova Boosts', 'tidal'].map((author) => ({ authorId: author, author }));
const offered = (text: string) => suggest(text, text.length, people)?.items.map(({ insert }) => insert);

describe('suggestions', () => {
  it.each([
    ['@', ['@mika ', '@Nova Boosts ', '@tidal ']],
    ['hello @MI', ['@mika ']],
    ['@boo', ['@Nova Boosts ']],
    ['@zz', undefined],
    ['@Mika', undefined],
    ['mail@mi', undefined],
    ['well :rocke', ['🚀 ']],
    [':r', undefined],
    ['12:30', undefined],
    ['https://x', undefined],
  ])('fit the word before the caret in %s', (text, wanted) => expect(offered(text)).toEqual(wanted));

  it('replace the word before the caret, even in the middle of the text', () =>
    expect(suggest('hi @mi there', 6, people)).toMatchObject({ from: 3, to: 6 }));

  it('replace the whole word even if it is longer in lower case', () => {
    const inci = [{ authorId: 'a', author: 'İnci' }];
    expect(suggest('hi @İn', 6, inci)).toMatchObject({ from: 3, to: 6 });
  });
});
