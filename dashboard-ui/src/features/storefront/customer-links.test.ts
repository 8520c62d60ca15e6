import { expect, it } from 'vitest';
import { activeDomain, customerLinks, keyLink } from './customer-links';

const guild = '918430295761048371';
const here = 'https://boostdesk.example';
const key = 'RX81P-V6NDK-94FMZ-TQ2CE';

it('customer links lead to the host of the dashboard while there is no own domain', () => {
  const links = customerLinks(guild, undefined, here);
  expect(links.redeem).toBe(`${here}/api/redeem-order/${guild}`);
  expect(links.liveStock).toBe(`${here}/api/${guild}/live-stock`);
  expect(links.order(key)).toBe(`${here}/api/${guild}/order/${key}/status`);
});

it("customer links lead to plain paths of the seller's own domain", () => {
  const links = customerLinks(guild, 'nova.example', here);
  expect(links.redeem).toBe(`https://nova.example/redeem-order/${guild}`);
  expect(links.liveStock).toBe(`https://nova.example/${guild}/live-stock`);
  expect(keyLink(links, key)).toBe(`https://nova.example/redeem-order/${guild}#key=${key}`);
});

it('an own domain is used only once it is active', () => {
  expect(activeDomain(undefined)).toBeUndefined();
  expect(activeDomain([{ domain: 'nova.example', status: 'pending' }])).toBeUndefined();
  expect(activeDomain([{ domain: 'nova.example', status: 'active' }])).toBe('nova.example');
});
