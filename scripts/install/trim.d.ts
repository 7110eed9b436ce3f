/** For trim.js, which is plain JavaScript. */
export function trim(folder: string, below?: string): void
