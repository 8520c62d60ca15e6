import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OnlyHere } from './only-here';

const said = (address: string) => render(<OnlyHere address={address} />).container.textContent;

it.each([
  'http://127.0.0.1:8080/api/autobuy/sellix/1',
  'http://127.9.8.7/',
  'http://localhost:8080/',
  'https://shop.localhost/',
  'http://[::1]:8080/',
])('%s is said to be reached by this machine alone', (address) => {
  expect(said(address)).toContain('Only this machine reaches this.');
});

it.each([
  'https://shop.example.com/',
  'https://127.0.0.1.example.com/',
  'https://mylocalhost/',
  'http://192.168.1.2:8080/',
  'http://[2001:db8::1]/',
  '',
])('%j is handed out without a word', (address) => expect(said(address)).toBe(''));
