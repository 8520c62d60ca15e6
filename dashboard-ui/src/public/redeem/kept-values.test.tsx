import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerWith,
  fetchMock,
  fillIn,
  key,
  guildId,
  open,
  press,
  redeem,
  reopen,
  type,
  value,
} from './a-customer';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock.mockReset());
  open();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('what was typed', () => {
  it('is still there after a reload, optional details included', () => {
    fillIn();
    press(/^\+ Add optional details/);
    type(/^Bio/, 'Tea');
    reopen();
    expect([value('Redeem key'), value('Server invite'), value('Email'), value(/^Bio/)]).toEqual([
      ` ${key} `,
      'lofi-lounge',
      'mika@example.com',
      'Tea',
    ]);
    press('Hide');
    reopen();
    expect(screen.queryByLabelText(/^Bio/)).toBeNull();
    expect(value('Email')).toBe('mika@example.com');
  });

  it('does not stand on a page that is opened by its address', () => {
    fillIn();
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'navigate' } as never]);
    reopen();
    expect([value('Redeem key'), value('Email')]).toEqual(['', '']);
    expect(sessionStorage).toHaveLength(0);
  });

  it('is still there with the key of a link, which is no longer in the address', () => {
    location.hash = '#key=ANOTH-ER000';
    reopen();
    expect(location.hash).toBe('');
    reopen();
    expect(value('Redeem key')).toBe('ANOTH-ER000');
  });

  it('gives way to the key of a newer link', () => {
    fillIn();
    location.hash = '#key=ANOTH-ER000';
    reopen();
    expect([value('Redeem key'), value('Email')]).toEqual(['ANOTH-ER000', 'mika@example.com']);
  });

  it('stays with the shop that it was typed for', () => {
    fillIn();
    reopen('2');
    expect(value('Redeem key')).toBe('');
    reopen();
    expect(value('Redeem key')).toBe(` ${key} `);
  });

  it('stays after a refusal, and is gone after a redeem', async () => {
    answerWith(404, { status: 'error', message: 'Invalid redeem key.' });
    await redeem();
    reopen();
    expect(value('Redeem key')).toBe(` ${key} `);
    answerWith(200, { status: 'success', message: 'Order redeemed successfully!' });
    await redeem();
    expect(sessionStorage).toHaveLength(0);
    reopen();
    expect([value('Redeem key'), value('Server invite'), value('Email')]).toEqual(['', '', '']);
  });

  it.each([
    ['damaged', '{"email":"x'],
    ['of another build', '{"email":["x"],"name":"x"}'],
  ])('starts empty where what the tab keeps is %s', (_, kept) => {
    sessionStorage.setItem(`redeem-${guildId}`, kept);
    reopen();
    expect(value('Email')).toBe('');
  });

  it('is not kept where the browser refuses', () => {
    cleanup();
    vi.stubGlobal('sessionStorage', undefined);
    open();
    fillIn();
    expect(value('Email')).toBe('mika@example.com');
    vi.unstubAllGlobals();
    reopen();
    expect(value('Email')).toBe('');
  });
});
