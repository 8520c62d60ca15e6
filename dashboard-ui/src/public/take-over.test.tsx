import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { takeOver } from './take-over';

const documents = import.meta.glob<string>('../../{public,front,login}.html', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const said = 'This page has not finished loading. Reload it if this stays.';

afterEach(() => document.body.replaceChildren());

it.each(['public', 'front', 'login'])('%s.html says that its script is late', (name) => {
  const parsed = new DOMParser().parseFromString(documents[`../../${name}.html`]!, 'text/html');
  const note = parsed.querySelector('#root ~ .not-loaded');
  expect([note?.getAttribute('role'), note?.textContent?.trim()]).toEqual(['status', said]);
});

it.each([
  ['painted', true, '<p>here</p>'],
  ['bare', false, ''],
])('the script of a %s page takes away the note that it is late', async (_, isPainted, content) => {
  document.body.innerHTML = `<div id="root">${content}</div><div class="not-loaded">${said}</div>`;
  act(() => takeOver(<p>here</p>, isPainted));
  await vi.waitFor(() => expect(document.body.textContent).toBe('here'));
  expect(document.querySelector('.not-loaded')).toBeNull();
});
