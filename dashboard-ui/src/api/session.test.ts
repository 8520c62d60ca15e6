import { beforeEach, expect, it } from 'vitest';
import { changedElsewhere, forgetSession, holdSession, sessionToken, storeSession } from './session';

const stored = () => localStorage.getItem('token');
const storeElsewhere = (token: string) => localStorage.setItem('token', token);

beforeEach(() => {
  storeSession('bds_mine');
  holdSession();
});

it('stays that of the page when another tab signs in as somebody else', () => {
  storeElsewhere('bds_theirs');
  expect(sessionToken()).toBe('bds_mine');
  expect(changedElsewhere()).toBe('bds_theirs');
});

it('is known to be ended when another tab signs out', () => {
  expect(changedElsewhere()).toBeUndefined();
  localStorage.clear();
  expect(changedElsewhere()).toBe('');
});

it('leaves alone what another tab has stored, and does not take it over, when it is over', () => {
  storeElsewhere('bds_theirs');
  forgetSession();
  expect(stored()).toBe('bds_theirs');
  expect(sessionToken()).toBe('');
  expect(changedElsewhere()).toBeUndefined();
});

it('stays when it is another one that is over', () => {
  forgetSession('bds_before');
  expect(sessionToken()).toBe('bds_mine');
  expect(stored()).toBe('bds_mine');
});

it('is the stored one again when it is asked anew whose that is', () => {
  forgetSession();
  storeElsewhere('bds_theirs');
  holdSession();
  expect(sessionToken()).toBe('bds_theirs');
});
