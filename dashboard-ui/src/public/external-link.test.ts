import { describe, expect, it } from 'vitest';
import { inviteLink, sellerLink } from './external-link';

describe('an invite', () => {
  it.each([
    ['lofi-lounge', 'https://discord.gg/lofi-lounge'],
    [' lofi-lounge ', 'https://discord.gg/lofi-lounge'],
    ['/lofi-lounge', 'https://discord.gg/lofi-lounge'],
    ['https://discord.gg/lofi-lounge', 'https://discord.gg/lofi-lounge'],
    ['discord.gg/lofi-lounge', 'https://discord.gg/lofi-lounge'],
    ['discord.com/invite/lofi-lounge', 'https://discord.com/invite/lofi-lounge'],
    ['ptb.discord.com/invite/lofi-lounge', 'https://ptb.discord.com/invite/lofi-lounge'],
    ['canary.discord.com/invite/lofi-lounge', 'https://canary.discord.com/invite/lofi-lounge'],
    ['javascript:alert(1)', 'https://discord.gg/javascript%3Aalert(1)'],
  ])('%j leads to %s', (invite, link) => {
    expect(inviteLink(invite)).toBe(link);
  });

  it.each([null, '', '  '])('%j gives no link', (invite) => {
    expect(inviteLink(invite)).toBeNull();
  });
});

describe("a seller's link", () => {
  it.each([
    ['https://nova.example/store', 'https://nova.example/store'],
    ['nova.example', 'https://nova.example'],
    ['nova.example/store?a=1', 'https://nova.example/store?a=1'],
  ])('%j leads to %s', (link, expected) => {
    expect(sellerLink(link)).toBe(expected);
  });

  it.each([null, '', 'javascript:alert(1)', 'data:text/html,x', 'store'])('%j gives no link', (link) => {
    expect(sellerLink(link)).toBeNull();
  });
});
