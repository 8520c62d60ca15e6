// What a small team would write in an afternoon, and write well: the jobs that are measured, on Fastify, better-sqlite3 and
// ws. Live stock from memory, an order's status by a SELECT, a redeem in one durable transaction, chat by broadcast.
// Arguments: the database, and the port (0 takes a free one).

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { WebSocket, WebSocketServer } from 'ws';

const [file, port = '0'] = process.argv.slice(2);

const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec(readFileSync(new URL('./shop.sql', import.meta.url), 'utf8'));

const sql = {
  key: db.prepare('SELECT id, stock, amount, redeemed_at FROM redeem_keys WHERE key = ?'),
  spend: db.prepare('UPDATE redeem_keys SET redeemed_at = ? WHERE id = ? AND redeemed_at IS NULL'),
  take: db.prepare(
    'UPDATE stock_levels SET available = available - @tokens WHERE stock = @stock AND available >= @tokens',
  ),
  number: db.prepare('SELECT COALESCE(MAX(number), 0) + 1 FROM orders').pluck(),
  order: db.prepare(
    `INSERT INTO orders (id, number, stock, amount, invite, email, displayname, state, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?)`,
  ),
  reserve: db.prepare(
    `UPDATE tokens SET order_id = ? WHERE id IN (
         SELECT id FROM tokens WHERE stock = ? AND order_id IS NULL ORDER BY id LIMIT ?)`,
  ),
  log: db.prepare('INSERT INTO activity (details, at) VALUES (?, ?)'),
  status: db.prepare('SELECT id, stock, amount, invite, state, succeeded, failed FROM orders WHERE id = ?'),
  levels: db.prepare('SELECT stock, available FROM stock_levels'),
};

const redeem = db.transaction((key, { discordInvite, email, displayname }) => {
  const found = sql.key.get(key);
  if (found === undefined || found.redeemed_at !== null) return 422;
  const now = Date.now();
  const tokens = found.amount / 2;
  if (sql.take.run({ stock: found.stock, tokens }).changes !== 1) return 422;
  sql.spend.run(now, found.id);
  sql.order.run(key, sql.number.get(), found.stock, found.amount, discordInvite, email, displayname, now);
  sql.reserve.run(key, found.stock, tokens);
  sql.log.run(`${key} · ${found.amount} boosts`, now);
  return 200;
}).immediate;

const look = { embedColor: '#5865f2', storeLink: null, discordLink: null, embedFooter: null };
let stock;

function readStock() {
  const available = Object.fromEntries(sql.levels.all().map((row) => [row.stock, row.available]));
  const one = available['OneMonthTokens.txt'] ?? 0;
  const three = available['ThreeMonthTokens.txt'] ?? 0;
  const body = {
    ...look,
    oneMonthNitroTokens: one,
    oneMonthServerBoosts: one * 2,
    threeMonthNitroTokens: three,
    threeMonthServerBoosts: three * 2,
  };
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
  stock = { body, etag };
}
readStock();

const text = { type: 'string' };
const number = { type: 'integer' };
const maybe = { type: 'string', nullable: true };
const lookSchema = { embedColor: text, storeLink: maybe, discordLink: maybe, embedFooter: maybe };
const liveStockSchema = {
  type: 'object',
  properties: {
    ...lookSchema,
    oneMonthNitroTokens: number,
    oneMonthServerBoosts: number,
    threeMonthNitroTokens: number,
    threeMonthServerBoosts: number,
  },
};
const statusSchema = {
  type: 'object',
  properties: {
    ...lookSchema,
    orderId: text,
    guildId: text,
    amount: number,
    stock: text,
    successfulTokens: number,
    failedTokens: number,
    invite: text,
    state: text,
  },
};
const redeemSchema = {
  type: 'object',
  required: ['redeemKey', 'discordInvite', 'email'],
  properties: { redeemKey: text, discordInvite: text, email: text, displayname: text },
};
const answerSchema = { type: 'object', properties: { code: number, message: text } };

const app = Fastify();

app.get('/api/fetch/:guild/live-stock', { schema: { response: { 200: liveStockSchema } } }, (request, reply) => {
  reply.header('etag', stock.etag);
  if (request.headers['if-none-match'] === stock.etag) return reply.code(304).send();
  return reply.send(stock.body);
});

app.get('/api/fetch/:guild/order/:order/status', { schema: { response: { 200: statusSchema } } }, (request, reply) => {
  const order = sql.status.get(request.params.order);
  if (order === undefined) return reply.code(404).send({ code: 404, message: 'No such order.' });
  return reply.send({
    ...look,
    orderId: order.id,
    guildId: request.params.guild,
    amount: order.amount,
    stock: order.stock,
    successfulTokens: order.succeeded,
    failedTokens: order.failed,
    invite: order.invite,
    state: order.state,
  });
});

app.post(
  '/api/redeem/:guild',
  { schema: { body: redeemSchema, response: { 200: answerSchema, 422: answerSchema } } },
  (request, reply) => {
    const code = redeem(request.body.redeemKey, request.body);
    if (code === 200) readStock();
    const message = code === 200 ? 'Order redeemed successfully!' : 'This key cannot be redeemed.';
    return reply.code(code).send({ code, message });
  },
);

const chat = new WebSocketServer({ server: app.server, path: '/ws/chat', perMessageDeflate: false });
chat.on('connection', (socket) => {
  socket.on('message', (said) => {
    for (const listener of chat.clients) {
      if (listener.readyState === WebSocket.OPEN) listener.send(said, { binary: false });
    }
  });
});

const address = await app.listen({ host: '127.0.0.1', port: Number(port) });
console.log(address);
