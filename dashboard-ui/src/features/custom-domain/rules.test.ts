import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/client';
import { cleanDomain, domainRefusal, failureOf, isBare, proofOf, refusalOf } from './rules';

const example = 'stores.example.com';
const refusal = (typed: string, owned = 0) => domainRefusal(typed, owned, example);
const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;

describe('a typed domain', () => {
  it.each([
    'shop.example.com',
    ' Shop.Example.COM ',
    'my_shop.example.gg',
    'a-b.co',
    `${'a'.repeat(63)}.com`,
    longest,
  ])('%s is accepted', (typed) => expect(refusal(typed)).toBeUndefined());

  it.each([
    '://shop.example.com',
    'https://shop.example.com',
    'shop',
    'shop.example.c',
    'shop.example.c0m',
    'shop..example.com',
    '.example.com',
    'sh op.example.com',
    'shöp.example.com',
    `${'a'.repeat(64)}.com`,
    `a${longest}`.replace('.com', 'd.comm'),
  ])('%s is refused', (typed) =>
    expect(refusal(typed)).toBe('Please enter a valid domain (e.g., stores.example.com)'),
  );

  it('is refused with more than 253 characters', () => {
    expect(longest).toHaveLength(253);
    expect(refusal(`${'d'.repeat(1)}${longest.replace('.com', '.comm')}`.slice(0))).toMatch(
      /^Please enter a valid/,
    );
  });

  it('is reported as missing when it is blank', () => expect(refusal('  ')).toBe('Please enter a domain'));

  it('is refused when the user already has a domain', () =>
    expect(refusal('shop.example.com', 1)).toBe(
      'You can only have one custom domain. Remove the existing domain to add a new one.',
    ));

  it('is trimmed and lower-cased', () => expect(cleanDomain(' Shop.Example.COM ')).toBe('shop.example.com'));
});

it('a domain counts as bare only if its diagnostics say so', () => {
  const bare = 'nova.co.uk (192.0.2.7) is a bare domain, and DNS allows no CNAME there.';
  expect(isBare({ status: 'pending', diagnostics: bare })).toBe(true);
  expect(isBare({ status: 'failed', diagnostics: bare })).toBe(true);
  expect(isBare({ status: 'pending', diagnostics: 'DNS has no record for shop.nova.uk yet.' })).toBe(false);
  expect(isBare({ status: 'active', diagnostics: null })).toBe(false);
});

describe('the message for an answer without success', () => {
  it.each([
    [1406, 'This domain is already in use. Please choose a different domain.'],
    [1000, 'Invalid domain format. Please check your domain and try again.'],
    [1003, 'Domain verification failed. Please check your DNS settings.'],
    [7, 'said so'],
  ])('is chosen by the error code %i', (code, text) =>
    expect(refusalOf({ errors: [{ code, message: 'said so' }] })).toBe(text),
  );

  it('is "Failed to add domain" when the server gives no reason', () =>
    expect(refusalOf({ errors: [] })).toBe('Failed to add domain'));
});

describe('the message for a failed call', () => {
  it.each([
    [{ errors: [{ message: 'first' }, { message: 'second' }], message: 'whole' }, 'first'],
    [{ errors: [], message: 'whole', error: 'part' }, 'whole'],
    [{ error: 'part' }, 'part'],
    [null, 'Server returned status 502'],
  ])('is taken from the body %j', (body, text) => expect(failureOf(new ApiError(502, '', body))).toBe(text));

  it('for a domain in use is the one from the server, next to the ownership record', () => {
    const proof = { name: '_boostdesk.shop.example.com', value: 'boostdesk=1' };
    const said = 'This domain is already in use. Please choose a different domain.';
    const error = new ApiError(422, '', { errors: [{ code: 1406, message: said, proof }] });
    expect(failureOf(error)).toBe(said);
    expect(proofOf(error)).toEqual(proof);
    expect(proofOf(new ApiError(502, '', null))).toBeUndefined();
  });

  it('is "Failed to add domain" when the request never reached the server', () =>
    expect(failureOf(new TypeError('net'))).toBe('Failed to add domain'));
});
