/** 128 random bits. `randomUUID` exists in secure contexts only, and a dashboard may be reached over plain http. */
const randomBytes = () => crypto.getRandomValues(new Uint8Array(16));

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const randomId = () => toHex(randomBytes());

/** A random UUID (version 4). */
export function randomUuid(): string {
  const bytes = randomBytes();
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
