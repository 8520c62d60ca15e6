import { render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { QrCode, qrFile } from './qr-code';

const address = 'https://nova.example/redeem-order/918430295761048371';

/** The modules that a path fills, row by row. */
function filledBy(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    rows[Number(y)]!.fill(true, Number(x), Number(x) + Number(length));
  }
  return rows;
}

it('the QR code draws exactly the dark modules, within a quiet zone', () => {
  const { container } = render(<QrCode text={address} label="Redeem page as a QR code" />);
  expect(screen.getByRole('img', { name: 'Redeem page as a QR code' })).toBeTruthy();
  const { size, data } = encode(address, { border: 4, ecc: 'M' });
  const path = container.querySelector('path')?.getAttribute('d') ?? '';
  expect(filledBy(path, size)).toEqual(data);
  expect(data.slice(0, 4).flat().some(Boolean)).toBe(false);
});

it('qrFile returns SVG with a namespace and a view box', () => {
  expect(qrFile(address)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
});
