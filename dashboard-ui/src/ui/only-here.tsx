import { parseWebAddress } from '../shared/web-address';

/** Below an address that is handed out: says so if only this machine reaches it. */
export function OnlyHere({ address }: { address: string }) {
  if (!isLoopback(address)) return null;
  return (
    <p className="text-small text-pretty text-fg2">
      Only this machine reaches this. For everybody else, the operator sets web.public_url.
    </p>
  );
}

// A browser writes every form of an IPv4 address as four numbers, and of an IPv6 address in its shortest form.
const loopback = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/;

const isLoopback = (address: string) => loopback.test(parseWebAddress(address)?.hostname ?? '');
