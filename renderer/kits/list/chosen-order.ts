import { readPreference } from '../../design/preferences.ts';
import { type LibraryOrder, libraryOrders } from './library-order.ts';

/** The order that the person chose last. */
export function chosenOrder(): LibraryOrder {
  return readPreference('library-order', libraryOrders) ?? 'departure';
}
