/** A header of pages for members: tells sessions apart without revealing the session itself. */
export const sessionKeyHeader = 'Session-Key'
