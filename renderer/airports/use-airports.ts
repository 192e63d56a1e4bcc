import { useEffect, useState } from 'react';
import type { AirportIndex } from './airport-index.ts';
import { airports } from './airports.ts';

/** The names of airports; null until they are read, and where they can't be: codes are typed without. */
export function useAirports(): AirportIndex | null {
  const [book, setBook] = useState<AirportIndex | null>(null);
  useEffect(() => {
    let here = true;
    airports().then(
      (read) => here && setBook(read),
      () => {},
    );
    return () => {
      here = false;
    };
  }, []);
  return book;
}
