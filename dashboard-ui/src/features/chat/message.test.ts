import { describe, expect, it } from 'vitest';
import { cleanName, textOf, type Attachment } from './message';
import { storedProfile } from './profile';

describe('the text of a message', () => {
  it.each([
    ['look /uploads/a.png', '/uploads/a.png', 'look'],
    [`look ${location.origin}/uploads/a.png`, '/uploads/a.png', 'look'],
    ['https://chat.example/uploads/a.png', 'https://chat.example/uploads/a.png', ''],
    ['https://elsewhere.example/ /uploads/a.png', '/uploads/a.png', 'https://elsewhere.example/'],
  ])('with the content %j and the attachment %s is %j', (content, url, words) => {
    expect(textOf({ content, attachments: [{ url } as Attachment] })).toBe(words);
  });
});

describe('a username', () => {
  it.each([
    [' mika ', 'mika'],
    ['mi\u200bka\u202e', 'mika'],
    ['\u0007\ufeff\u2066 ', ''],
    // Joiners and non-joiners are part of Persian words and of emoji.
    ['می\u200cکا', 'می\u200cکا'],
    ['👩\u200d🚀', '👩\u200d🚀'],
  ])('%j is cleaned to %j', (name, clean) => expect(cleanName(name)).toBe(clean));

  it.each([
    ['mi\u200bka', { authorId: 'me', author: 'mika' }],
    ['\u200b', undefined],
  ])('%j in the stored profile is loaded as %j', (username, person) => {
    localStorage.setItem('chat.profile.1', JSON.stringify({ userId: 'me', username }));
    expect(storedProfile('1')).toEqual(person);
  });
});
