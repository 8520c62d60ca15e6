import { describe, expect, it, vi } from 'vitest';
import { openableLink, readFromFrame } from './messages';

describe('a message from the frame', () => {
  it('is read with its known fields', () => {
    expect(readFromFrame({ type: 'ready', more: 1 })).toEqual({ type: 'ready' });
    expect(readFromFrame({ type: 'pong' })).toEqual({ type: 'pong' });
    const failed = { type: 'failed', message: 'x is not defined', line: 3 };
    expect(readFromFrame(failed)).toEqual(failed);
    expect(readFromFrame({ ...failed, unknown: 'yes' })).toEqual(failed);
    expect(readFromFrame({ ...failed, unknown: true })).toEqual({ ...failed, unknown: true });
    expect(readFromFrame({ type: 'open', href: 'https://a.example' })).toEqual({
      type: 'open',
      href: 'https://a.example',
    });
  });

  it.each([null, undefined, 'ready', 7, {}, { type: 'saved' }, { type: 'open', href: {} }, { type: {} }])(
    'is ignored if it is malformed or of an unknown type: %j',
    (said) => {
      expect(readFromFrame(said)).toBeNull();
    },
  );

  it('has its invalid fields replaced and its text cut to 500 characters', () => {
    expect(readFromFrame({ type: 'failed', message: {}, line: -1 })).toEqual({
      type: 'failed',
      message: 'The page failed.',
      line: null,
    });
    const long = readFromFrame({ type: 'complaint', message: 'x'.repeat(100_000), line: 1.5 });
    expect(long).toEqual({ type: 'complaint', message: 'x'.repeat(500), line: null });
  });
});

describe('a link that the frame asks to open', () => {
  it.each(['https://a.example/b?c#d', 'http://a.example/'])('may be %s', (href) => {
    expect(openableLink(href)).toBe(href);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:null/1',
    'file:///etc',
    '/dashboard',
    '',
    'about:blank',
  ])('may not be %j', (href) => {
    expect(openableLink(href)).toBeNull();
  });

  it('is also validated in a browser without `URL.canParse`', () => {
    vi.spyOn(URL, 'canParse').mockImplementation(() => {
      throw new TypeError('URL.canParse is not a function');
    });
    expect(openableLink('https://a.example/')).toBe('https://a.example/');
    expect(openableLink('/dashboard')).toBeNull();
  });
});
