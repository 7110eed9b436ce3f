/** Cryptographic randomness, passed in so that the domain stays pure. */
export type RandomBytes = (bytes: number) => Uint8Array
