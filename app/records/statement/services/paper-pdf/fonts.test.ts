import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import { describe, expect, it } from 'vitest'
import { openPaperFonts, type PaperFont } from './fonts.server.ts'

const require = createRequire(import.meta.url)
const stack = (fonts: PaperFont[]) => fonts.map(({ name }) => name)

function drawn(font: Font, codePoint: number): { shape: string; numbers: number[] } {
  const { path, advanceWidth } = font.glyphForCodePoint(codePoint)
  return {
    shape: path.commands.map(({ command }) => command).join(' '),
    numbers: [advanceWidth, ...path.commands.flatMap(({ args }) => args)],
  }
}

/** Compares to the unit, of which there are a thousand in the height of a line. */
function expectSameLetters(ours: Font, theirs: Font): void {
  for (const codePoint of theirs.characterSet.filter((each) => theirs.hasGlyphForCodePoint(each))) {
    const [own, meant] = [drawn(ours, codePoint), drawn(theirs, codePoint)]
    expect(own.shape).toBe(meant.shape)
    const farthest = Math.max(...own.numbers.map((number, index) => Math.abs(number - (meant.numbers[index] ?? 0))))
    expect(farthest, `U+${codePoint.toString(16)}`).toBeLessThanOrEqual(1)
  }
}

const LETTERS = 'Łódź Čapek ğşı ñçß Привет Ґѓә Καλημέρα Nguyễn ₫ € № − × … “” ที่น้ำญู محمد گچپژیک ۱۲۳ 王小明（）'

describe('the typefaces of documents', () => {
  it('have the letters of the languages that they print', async () => {
    const { text, strong } = await openPaperFonts([LETTERS])
    for (const letter of LETTERS.replaceAll(' ', '')) {
      for (const face of [text, strong]) {
        expect(
          face.some(({ has }) => has(letter.codePointAt(0) ?? 0)),
          letter,
        ).toBe(true)
      }
    }
  })

  it('are those that a paper needs, whatever was read before', async () => {
    await openPaperFonts([LETTERS])
    const { text, strong, code } = await openPaperFonts(['Quayside'])
    expect(stack(text)).toEqual(['ibm-plex-sans-latin-wght-normal 400'])
    expect(stack(strong)).toEqual(['ibm-plex-sans-latin-wght-normal 600'])
    expect(stack(code)).toEqual(['ibm-plex-mono-latin-400-normal', 'ibm-plex-sans-latin-wght-normal 400'])
  })

  it('are a few parts of the many that Chinese has', async () => {
    const { text } = await openPaperFonts(['结算单'])
    expect(text.length).toBeLessThanOrEqual(3)
    expect(stack(text).every((name) => name.startsWith('noto-sans-sc-'))).toBe(true)
  })

  it('own up to what they do not have', async () => {
    const { text } = await openPaperFonts(['שלום हिन्दी'])
    expect(text.some(({ has }) => has(0x05e9) || has(0x0939))).toBe(false)
  })

  it.each([
    ['@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2', 'code'],
    ['@fontsource/ibm-plex-sans-thai/files/ibm-plex-sans-thai-thai-400-normal.woff2', 'text'],
    ['@fontsource/ibm-plex-sans-thai/files/ibm-plex-sans-thai-thai-600-normal.woff2', 'strong'],
    ['@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2', 'text'],
    ['@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2', 'strong'],
  ] as const)('draw every character as the packed font does (%s)', async (path, face) => {
    const font = (await openPaperFonts([LETTERS]))[face].find(({ name }) => name === basename(path, '.woff2'))
    expectSameLetters(create(font?.file ?? new Uint8Array()), create(readFileSync(require.resolve(path))))
  })

  it.each([
    'ibm-plex-sans/files/ibm-plex-sans-latin',
    'ibm-plex-sans/files/ibm-plex-sans-cyrillic',
    'ibm-plex-sans/files/ibm-plex-sans-vietnamese',
    'noto-sans-sc/files/noto-sans-sc-119',
  ])('are of the weight that they are for, with every character (%s)', async (file) => {
    const path = `@fontsource-variable/${file}-wght-normal.woff2`
    const unpacked = await subsetFont(readFileSync(require.resolve(path)), undefined, {
      targetFormat: 'truetype',
      keepAllGlyphs: true,
      noHinting: true,
    })
    const { text, strong } = await openPaperFonts([`${LETTERS}的`])
    for (const [face, weight] of [
      [text, 400],
      [strong, 600],
    ] as const) {
      const font = face.find(({ name }) => name === `${basename(path, '.woff2')} ${weight}`)
      expectSameLetters(create(font?.file ?? new Uint8Array()), create(unpacked).getVariation({ wght: weight }))
    }
  })
})
