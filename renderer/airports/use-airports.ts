import { useEffect, useState } from 'react';
import type { AirportBook } from './airport-book.ts';
import { airports } from './airports.ts';

/** The names of airports; null until they are read, and where they can't be: codes are typed without. */
export function useAirports(): AirportBook | null {
  const [book, setBook] = useState<AirportBook | null>(null);
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
