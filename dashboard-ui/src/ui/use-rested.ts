import { useEffect, useState } from 'react';

const rest = 300;

/** The value as it was when it last stood still for a moment: for what is too dear to do at each key. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
