/** The parts of pdf.js that a document may need: character maps, standard fonts, decoders of scanned pages. */
const FILES = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
  ],
  { eager: true, import: 'default', query: '?url&no-inline' },
)

/** The address of a part by its name in pdf.js, such as `cmaps/UniGB-UCS2-H.bcmap`; null when there is none. */
export function partUrl(name: string): string | null {
  const path = `/node_modules/pdfjs-dist/${name}`
  return Object.hasOwn(FILES, path) ? (FILES[path] ?? null) : null
}
