import { beforeEach, describe, expect, it } from 'vitest';
import {
  changedElsewhere,
  forgetSession,
  holdSession,
  rememberAdmin,
  sessionToken,
  storeSession,
  wasAdmin,
} from './session';

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

describe('that the user is an admin', () => {
  beforeEach(() => rememberAdmin(true));

  it('is remembered without a copy of the token, until the answer is another one', () => {
    expect(wasAdmin()).toBe(true);
    expect(localStorage.getItem('admin')).not.toContain('bds_mine');
    rememberAdmin(false);
    expect(wasAdmin()).toBe(false);
  });

  it('is forgotten with the session', () => {
    forgetSession();
    expect(wasAdmin()).toBe(false);
    expect(localStorage.getItem('admin')).toBeNull();
  });

  it('is not believed of another session', () => {
    forgetSession('bds_before');
    expect(wasAdmin()).toBe(true);
    storeElsewhere('bds_theirs');
    holdSession();
    expect(wasAdmin()).toBe(false);
    storeSession('bds_next');
    expect(localStorage.getItem('admin')).toBeNull();
  });

  it('is not remembered for a session that is stored while the answer is under way', () => {
    forgetSession();
    storeSession('bds_next');
    rememberAdmin(true);
    expect(wasAdmin()).toBe(false);
  });

  it("is not remembered for another tab's session", () => {
    storeElsewhere('bds_theirs');
    rememberAdmin(false);
    expect(localStorage.getItem('admin')).not.toBeNull();
    forgetSession();
    rememberAdmin(true);
    holdSession();
    expect(wasAdmin()).toBe(false);
  });
});
