import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const cname = 5;
const notFound = 3;

/** A name server of a test's own. It knows aliases and nothing else. */
export class NameServer {
  /** By name in lower case. */
  readonly aliases = new Map<string, string>();
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
    const target = this.aliases.get(name.toLowerCase());
    const head = Buffer.alloc(12);
    question.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (target ? 0 : notFound), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(target ? 1 : 0, 6);
    const asked = question.subarray(12, end + 4);
    return Buffer.concat(target ? [head, asked, aliasRecord(target)] : [head, asked]);
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

function aliasRecord(target: string): Buffer {
  const name = Buffer.concat([
    ...target.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);
  const fixed = Buffer.alloc(12);
  // The name that was asked for stands behind the head.
  fixed.writeUInt16BE(0xc00c, 0);
  fixed.writeUInt16BE(cname, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt32BE(1, 6);
  fixed.writeUInt16BE(name.length, 10);
  return Buffer.concat([fixed, name]);
}
