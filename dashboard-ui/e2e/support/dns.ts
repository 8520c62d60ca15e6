import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const cname = 5;
const txt = 16;
const notFound = 3;

/** A name server of a test's own. It knows aliases and texts, and nothing else. */
export class NameServer {
  /** The CNAME records, and below the TXT records, by name in lower case. */
  readonly aliases = new Map<string, string>();
  readonly texts = new Map<string, string>();
  private readonly socket: Socket;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('message', (question, from) => socket.send(this.answer(question), from.port, from.address));
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new NameServer(socket);
  }

  /** `127.0.0.1:40123` */
  get address(): string {
    return `127.0.0.1:${(this.socket.address() as AddressInfo).port}`;
  }

  stop() {
    this.socket.close();
  }

  private answer(question: Buffer): Buffer {
    const { name, end } = readName(question, 12);
    const found = this.record(name.toLowerCase(), question.readUInt16BE(end));
    const head = Buffer.alloc(12);
    question.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (found ? 0 : notFound), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found ? 1 : 0, 6);
    const asked = question.subarray(12, end + 4);
    return Buffer.concat(found ? [head, asked, found] : [head, asked]);
  }

  private record(name: string, type: number): Buffer | undefined {
    const target = this.aliases.get(name);
    if (target) return record(cname, encoded(target.split('.'), [0]));
    const text = this.texts.get(name);
    return type === txt && text ? record(txt, encoded([text])) : undefined;
  }
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  while (message[at]) {
    const length = message[at]!;
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** The labels of a DNS name, each preceded by its length. */
function encoded(labels: string[], end: number[] = []): Buffer {
  const parts = labels.map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')]));
  return Buffer.concat([...parts, Buffer.from(end)]);
}

function record(type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(12);
  // A pointer to the queried name, which follows the header.
  fixed.writeUInt16BE(0xc00c, 0);
  fixed.writeUInt16BE(type, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt32BE(1, 6);
  fixed.writeUInt16BE(data.length, 10);
  return Buffer.concat([fixed, data]);
}
