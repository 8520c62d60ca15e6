import type { Verdict } from './queries';

type VerdictWords = {
  label: string;
  /** The status of the badge. */
  badge: string;
  /** What the verdict means, and what to do about it. */
  meaning: string;
  replayable: boolean;
};

/** In the order in which the filter offers them. */
export const verdicts: Record<Verdict, VerdictWords> = {
  delivered: {
    label: 'Delivered',
    badge: 'delivered',
    meaning: 'Keys were made, and the store was told.',
    replayable: true,
  },
  repeated: {
    label: 'Repeated',
    badge: 'repeated',
    meaning: 'The same purchase again: answered with the keys that it has.',
    replayable: true,
  },
  unmapped: {
    label: 'Not mapped',
    badge: 'unmapped',
    meaning: 'No key is mapped to this product. Map it, then replay the call.',
    replayable: true,
  },
  malformed: {
    label: 'Malformed',
    badge: 'malformed',
    meaning: 'The signature is right, but the call is not what this store sends.',
    replayable: true,
  },
  bad_signature: {
    label: 'Wrong signature',
    badge: 'wrong signature',
    meaning: 'The signature is missing or wrong. Is the secret here the one that the store signs with?',
    replayable: false,
  },
  stale: {
    label: 'Too old',
    badge: 'too old',
    meaning: 'It was signed more than five minutes before it came, or after.',
    replayable: false,
  },
  disabled: {
    label: 'Refused',
    badge: 'refused',
    meaning: 'The store is not connected. Connect it in Stores.',
    replayable: false,
  },
  ignored: {
    label: 'Ignored',
    badge: 'ignored',
    meaning: 'It was about something that delivers nothing.',
    replayable: false,
  },
  test: { label: 'Test', badge: 'test', meaning: 'A test: no key was made.', replayable: false },
};

export const allVerdicts = Object.keys(verdicts) as Verdict[];
