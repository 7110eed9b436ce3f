import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { openPaperFonts } from './fonts.server.ts'
import { writeTrueType } from './true-type.ts'
import { unpackWoff2 } from './woff2.ts'

const require = createRequire(import.meta.url)
const packed = (path: string) => readFileSync(require.resolve(path))
const sans = (script: string) =>
  packed(`@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-${script}-wght-normal.woff2`)
const mono = () => packed('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2')

/** Every outline and width of a font. */
function drawn(font: Font): string[] {
  return Array.from({ length: font.numGlyphs }, (_, index) => {
    const { path, advanceWidth } = font.getGlyph(index)
    return `${advanceWidth} ${path.commands.map(({ command, args }) => command + args.join()).join(' ')}`
  })
}

describe('an unpacked font', () => {
  it.each(['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'])(
    'draws every glyph of Plex Sans as the packed one does (%s)',
    (script) => {
      expect(drawn(create(writeTrueType(unpackWoff2(sans(script)))))).toEqual(drawn(create(sans(script))))
    },
  )

  it('draws every glyph of Plex Mono as the packed one does', () => {
    expect(drawn(create(writeTrueType(unpackWoff2(mono()))))).toEqual(drawn(create(mono())))
  })

  it('is refused when it is none', () => {
    expect(() => unpackWoff2(Buffer.from('not a font at all'))).toThrow(RangeError)
  })
})

describe('the typefaces of documents', () => {
  it('have the letters of the languages that they print', async () => {
    const { text, strong } = await openPaperFonts()
    const letters = 'Łódź Čapek ğşı ñçß Привет Ґѓә Καλημέρα Nguyễn ₫ € № − × … “”'.replaceAll(' ', '')
    for (const letter of letters) {
      for (const face of [text, strong]) {
        expect(
          face.some(({ has }) => has(letter.codePointAt(0) ?? 0)),
          letter,
        ).toBe(true)
      }
    }
  })

  it('are heavier where they are strong, and have every glyph still', async () => {
    const { text, strong } = await openPaperFonts()
    for (const [index, { file }] of strong.entries()) {
      const [heavy, light] = [create(file), create(text[index]?.file ?? new Uint8Array())]
      expect(heavy.characterSet).toEqual(light.characterSet)
      const width = (font: Font) => drawn(font).reduce((sum, glyph) => sum + Number.parseInt(glyph, 10), 0)
      expect(width(heavy)).toBeGreaterThan(width(light))
    }
  })
})
