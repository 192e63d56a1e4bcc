/** A place to go to: a page, and the point of it (shares of the unturned page) that comes to the window's top left. */
export interface Place {
  page: number;
  down: number;
  /** Absent: the page stays in the middle. May lie beside the page. */
  across?: number;
}
