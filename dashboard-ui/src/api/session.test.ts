import { beforeEach, expect, it } from 'vitest';
import { changedElsewhere, forgetSession, holdSession, sessionToken, storeSession } from './session';

const stored = () => localStorage.getItem('token');
const storeElsewhere = (token: string) => localStorage.setItem('token', token);

beforeEach(() => {
  storeSession('bds_mine');
  holdSession();
});

it('the page keeps its session token when another tab signs in as somebody else', () => {
  storeElsewhere('bds_theirs');
  expect(sessionToken()).toBe('bds_mine');
  expect(changedElsewhere()).toBe('bds_theirs');
});

it('changedElsewhere returns an empty token once another tab has signed out', () => {
  expect(changedElsewhere()).toBeUndefined();
  localStorage.clear();
  expect(changedElsewhere()).toBe('');
});

it("forgetting the session neither removes nor adopts another tab's stored token", () => {
  storeElsewhere('bds_theirs');
  forgetSession();
  expect(stored()).toBe('bds_theirs');
  expect(sessionToken()).toBe('');
  expect(changedElsewhere()).toBeUndefined();
});

it('forgetting a different session keeps the current one', () => {
  forgetSession('bds_before');
  expect(sessionToken()).toBe('bds_mine');
  expect(stored()).toBe('bds_mine');
});

it('holdSession adopts the stored token after the session was forgotten', () => {
  forgetSession();
  storeElsewhere('bds_theirs');
  holdSession();
  expect(sessionToken()).toBe('bds_theirs');
});
