import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fulfilment service on loopback: it answers with `status`, and on 200 that all was delivered. */
export async function fulfilmentService() {
  const service = { status: 410, url: '', ids: [] as string[], stop: async () => {} };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    service.ids.push(String(request.headers['webhook-id']));
    const { tokens } = JSON.parse(body) as { tokens: string[] };
    const results = tokens.map((token) => ({ token, ok: true }));
    response.writeHead(service.status).end(JSON.stringify({ results }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  service.stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return service;
}
