import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Unbroken } from './unbroken';

it.each([
  ['RX81P-V6NDK-94FMZ', 'RX81P-<wbr>V6NDK-<wbr>94FMZ'],
  ['2001:db8::1', '2001:<wbr>db8:<wbr>:<wbr>1'],
  ['127.0.0.1', '127.0.0.1'],
])('%s may wrap only between its groups', (text, html) => {
  expect(render(<Unbroken text={text} />).container.innerHTML).toBe(html);
});
