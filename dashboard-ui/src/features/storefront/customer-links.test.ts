import { expect, it } from 'vitest';
import { activeDomain, customerLinks, keyLink } from './customer-links';

const guild = '918430295761048371';
const here = 'https://boostdesk.example';
const key = 'RX81P-V6NDK-94FMZ-TQ2CE';

it('lead here as long as there is no domain', () => {
  const links = customerLinks(guild, undefined, here);
  expect(links.redeem).toBe(`${here}/api/redeem-order/${guild}`);
  expect(links.liveStock).toBe(`${here}/api/${guild}/live-stock`);
  expect(links.order(key)).toBe(`${here}/api/${guild}/order/${key}/status`);
});

it("lead to the seller's own domain by its plain paths", () => {
  const links = customerLinks(guild, 'nova.example', here);
  expect(links.redeem).toBe(`https://nova.example/redeem-order/${guild}`);
  expect(links.liveStock).toBe(`https://nova.example/${guild}/live-stock`);
  expect(keyLink(links, key)).toBe(`https://nova.example/redeem-order/${guild}#key=${key}`);
});

it('count a domain once it is active', () => {
  expect(activeDomain(undefined)).toBeUndefined();
  expect(activeDomain([{ domain: 'nova.example', status: 'pending' }])).toBeUndefined();
  expect(activeDomain([{ domain: 'nova.example', status: 'active' }])).toBe('nova.example');
});
