import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fillStorage } from './fill-storage';
import { useDraft } from './use-draft';

const open = () => renderHook(() => useDraft('me')).result;

it('an unsent text is there again after a reload, until it is sent', () => {
  const draft = open();
  act(() => draft.current.change({ text: 'look' }));
  expect(open().current.text).toBe('look');
  act(() => draft.current.clear());
  expect(open().current.text).toBe('');
});

it('a text can be typed when the browser storage is full', () => {
  fillStorage();
  const draft = open();
  act(() => draft.current.change({ text: 'look' }));
  expect(draft.current.text).toBe('look');
});
