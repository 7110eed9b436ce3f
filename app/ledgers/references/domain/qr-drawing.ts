/** A QR code in the form that is sent to a page, which draws it: an eighth of the size of its picture. */
export type QrDrawing = {
  /** Per side, with the margin. */
  modules: number
  /** One bit per module, row by row, 1 is dark; base64. */
  dark: string
}

export function packModules(rows: readonly (readonly boolean[])[]): QrDrawing {
  const bits = rows.flat()
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, place) =>
    bits.slice(place * 8, place * 8 + 8).reduce((byte, isDark, bit) => (isDark ? byte | (0x80 >> bit) : byte), 0),
  )
  return { modules: rows.length, dark: btoa(String.fromCharCode(...bytes)) }
}

/** The dark runs of each row as an SVG path to be stroked, one unit wide: half the length of a filled path. */
export function strokesOf({ modules, dark }: QrDrawing): string {
  const bytes = atob(dark)
  let path = ''
  for (let y = 0; y < modules; y += 1) {
    // The pen's position in this row; -1 before its first run.
    let pen = -1
    for (let x = 0; x < modules; x += 1) {
      if (!isDark(bytes, y * modules + x)) continue
      const from = x
      while (x < modules && isDark(bytes, y * modules + x)) x += 1
      path += `${pen < 0 ? `M${from} ${y}.5` : `m${from - pen} 0`}h${x - from}`
      pen = x
    }
  }
  return path
}

function isDark(bytes: string, place: number): boolean {
  return (bytes.charCodeAt(place >> 3) & (0x80 >> (place & 7))) !== 0
}
