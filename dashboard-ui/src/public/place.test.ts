import { describe, expect, it } from 'vitest';
import { parsePath, readPlace } from './place';

const guildId = '918430295761048371';

function pageWith(bootstrap: unknown): Document {
  const page = document.implementation.createHTMLDocument();
  const script = page.createElement('script');
  script.type = 'application/json';
  script.id = 'boostdesk';
  script.textContent = typeof bootstrap === 'string' ? bootstrap : JSON.stringify(bootstrap);
  page.head.append(script);
  return page;
}

describe('the data embedded in the page', () => {
  it('is ready without a request', () => {
    const data = { embedColor: '#fff', footerText: null };
    expect(readPlace(pageWith({ page: 'redeem', guildId, status: 200, data }), '/')).toEqual({
      page: 'redeem',
      guildId,
      shop: null,
      first: { status: 'ready', data },
      plainPaths: false,
    });
  });

  it('may name the shop', () => {
    const bootstrap = { page: 'redeem', guildId, status: 200, data: {}, shop: { name: 'Nova Boosts' } };
    expect(readPlace(pageWith(bootstrap), '/')).toMatchObject({ shop: { name: 'Nova Boosts' } });
  });

  it("may say that the page is on the seller's own domain", () => {
    const bootstrap = { page: 'redeem', guildId, status: 200, data: {}, plainPaths: true };
    expect(readPlace(pageWith(bootstrap), '/')).toMatchObject({ plainPaths: true });
  });

  it('contains the status and request ID if the request failed', () => {
    const failed = { page: 'live-stock', guildId, status: 404, requestId: 'a1b2', data: null };
    const place = readPlace(pageWith(failed), '/');
    const first = { status: 'failed', httpStatus: 404, requestId: 'a1b2' };
    expect(place).toEqual({
      page: 'live-stock',
      guildId,
      shop: null,
      first,
      hasLivePage: false,
      plainPaths: false,
    });
  });

  it('may say that the seller has a live page', () => {
    const data = { embedColor: '#fff' };
    const place = readPlace(
      pageWith({ page: 'live-stock', guildId, status: 200, livePage: true, data }),
      '/',
    );
    expect(place).toMatchObject({ page: 'live-stock', hasLivePage: true });
  });

  it('is still loading if it is missing', () => {
    const place = readPlace(pageWith({ page: 'order-status', guildId, orderId: 'A-1' }), '/');
    expect(place).toMatchObject({
      page: 'order-status',
      guildId,
      orderId: 'A-1',
      first: { status: 'loading' },
    });
  });

  it('may say that the page does not exist, whatever its path', () => {
    expect(readPlace(pageWith({ page: 'not-found' }), `/${guildId}/live-stock`)).toEqual({
      page: 'not-found',
    });
  });

  it('is replaced by the path if it is missing or invalid', () => {
    expect(readPlace(pageWith('{'), `/${guildId}/live-stock`).page).toBe('live-stock');
    expect(readPlace(document.implementation.createHTMLDocument(), `/${guildId}/live-stock`).page).toBe(
      'live-stock',
    );
  });
});

describe('a path', () => {
  const first = { status: 'loading' };

  it.each(['/api', ''])('identifies the page with the prefix %j', (prefix) => {
    expect(parsePath(`${prefix}/${guildId}/order/RX81P-V6NDK/status`)).toEqual({
      page: 'order-status',
      guildId,
      orderId: 'RX81P-V6NDK',
      shop: null,
      first,
    });
    expect(parsePath(`${prefix}/${guildId}/live-stock`)).toEqual({
      page: 'live-stock',
      guildId,
      shop: null,
      first,
      hasLivePage: false,
      plainPaths: false,
    });
    expect(parsePath(`${prefix}/redeem-order/${guildId}`)).toMatchObject({ page: 'redeem', guildId, first });
  });

  it('is percent-decoded, or left unchanged if that fails', () => {
    expect(parsePath(`/${guildId}/order/a%20b/status`)).toMatchObject({ orderId: 'a b' });
    expect(parsePath(`/${guildId}/order/%zz/status`)).toMatchObject({ orderId: '%zz' });
  });

  it.each(['/', '/api', `/${guildId}`, `/api/${guildId}/order/A/status/more`])('%s is no page', (path) => {
    expect(parsePath(path)).toEqual({ page: 'not-found' });
  });
});
