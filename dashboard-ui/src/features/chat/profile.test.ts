import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fillStorage } from './fill-storage';
import { useProfile } from './profile';

const open = () => renderHook(() => useProfile('1')).result;

it('a chosen name is there again after a reload', () => {
  const chosen = open();
  act(() => chosen.current.choose('mika'));
  expect(open().current.profile).toEqual({ authorId: expect.any(String), author: 'mika' });
});

it('a name can be chosen when the browser storage is full', () => {
  fillStorage();
  const chosen = open();
  act(() => chosen.current.choose('mika'));
  expect(chosen.current.profile?.author).toBe('mika');
});
