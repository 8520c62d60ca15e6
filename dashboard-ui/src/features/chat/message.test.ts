import { describe, expect, it } from 'vitest';
import { parseFrame } from './frame';
import { cleanName, readMessage, textOf, type Attachment } from './message';
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

it('a message may have only the fields that are specified, in an answer and in a frame', () => {
  const time = '2026-11-30T00:00:00Z';
  const said = { id: '7', room: 'global', authorId: 'a', author: 'mika', content: 'hi', createdAt: time };
  const message = readMessage(said);
  expect(message).toMatchObject({ ...said, attachments: [], mentions: [], replyTo: null, revision: 7 });
  expect(parseFrame({ type: 'message', data: said })).toEqual({ type: 'message', data: message });
  expect(readMessage({ ...said, revision: 9 }).revision).toBe(9);
});
