import { expect, it, vi } from 'vitest';
import { replaceAddresses } from './files';

const files = {
  'https://a.example/1.png': '/frame/file?1',
  'https://a.example/%C3%A9.png?b=1': '/frame/file?2',
};

it.each([
  ['https://a.example/1.png', '/frame/file?1'],
  ['HTTPS://a.example/1.png', 'HTTPS://a.example/1.png'],
  ['https://A.example/x/../1.png', '/frame/file?1'],
  ['https://a.example/1.png#part', '/frame/file?1#part'],
  ['https://a.example/1.png 1x, https://a.example/é.png?b=1 2x', '/frame/file?1 1x, /frame/file?2 2x'],
  ['https://a.example/1.png, https://a.example/2.png', '/frame/file?1, https://a.example/2.png'],
  [
    'color: red; background: url("https://a.example/1.png") no-repeat, url(https://a.example/1.png)',
    'color: red; background: url("/frame/file?1") no-repeat, url(/frame/file?1)',
  ],
  ['https://b.example/constructor', 'https://b.example/constructor'],
  ['https://', 'https://'],
  ['/uploads/1.png', '/uploads/1.png'],
])('replaceAddresses replaces the known file addresses in %s', (text, placed) => {
  expect(replaceAddresses(text, files)).toBe(placed);
});

it('replaceAddresses works in a browser without `URL.canParse`', () => {
  vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function');
  });
  expect(replaceAddresses('https://a.example/1.png https://', files)).toBe('/frame/file?1 https://');
});
