/** Reads a font's bytes one after the other; numbers are big-endian, as in every font file. */
export class ByteReader {
  position = 0
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  u8(): number {
    this.position += 1
    return this.#view.getUint8(this.position - 1)
  }

  u16(): number {
    this.position += 2
    return this.#view.getUint16(this.position - 2)
  }

  i16(): number {
    this.position += 2
    return this.#view.getInt16(this.position - 2)
  }

  u32(): number {
    this.position += 4
    return this.#view.getUint32(this.position - 4)
  }

  tag(): string {
    return String.fromCharCode(this.u8(), this.u8(), this.u8(), this.u8())
  }

  take(length: number): Uint8Array {
    this.position += length
    return this.#bytes.subarray(this.position - length, this.position)
  }

  skip(length: number): void {
    this.position += length
  }

  /** UIntBase128: seven bits in each byte, the highest first (WOFF2 §4.1). */
  base128(): number {
    let value = 0
    for (let read = 0; read < 5; read += 1) {
      const byte = this.u8()
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    throw new RangeError('a number of the font is too long')
  }

  /** 255UInt16: small numbers in one byte (WOFF2 §6.1.1). */
  short255(): number {
    const code = this.u8()
    if (code === 253) return this.u16()
    if (code === 254) return this.u8() + 506
    if (code === 255) return this.u8() + 253
    return code
  }
}
