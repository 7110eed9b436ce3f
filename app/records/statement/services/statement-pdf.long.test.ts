import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import type { Paper, PaperFact } from '#app/records/statement/domain/paper.ts'
import { paperOf, runningStatement, settledStatement } from '#tests/support/settlement/statements.ts'
import { openPaperFonts } from './paper-pdf/fonts.server.ts'
import { printPaper } from './statement-pdf.server.ts'
import { LEFT_OUT, toPrintable } from './text/printable.ts'
import { canDraw } from './text/runs.ts'

const HASH = '0123456789abcdef'.repeat(4)
const EXPLORER = `https://stellar.expert/explorer/public/tx/${HASH}`
const LONG = 'Terms and conditions. '.repeat(600).trim()

const fact = (label: string, text: string): PaperFact => ({ label, values: [{ kind: 'text', text }] })

function paper(changes: Partial<Paper> = {}): Paper {
  return {
    language: 'pl',
    direction: 'ltr',
    title: 'Rozliczenie',
    subject: 'Rozliczenie auto_1',
    isFinal: true,
    status: { label: 'Gotowe', text: 'Zakończone.' },
    head: [fact('Numer', '17')],
    sections: [
      {
        title: 'Wpłaty',
        blocks: [
          {
            kind: 'entries',
            entries: [
              {
                title: 'Wpłata 1',
                aside: { kind: 'amount', text: '1,0000001 XLM' },
                facts: [
                  {
                    label: 'Hash',
                    values: [
                      { kind: 'code', text: HASH },
                      { kind: 'link', text: 'stellar.expert', href: EXPLORER },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    foot: 'Quayside',
    pageLabel: ({ page, pages }) => `${page}/${pages}`,
    unprintable: 'Something is left out.',
    issuedAt: new Date('2026-11-20T12:00:00.000Z'),
    ...changes,
  }
}

const print = async (changes?: Partial<Paper>) => buffer(await printPaper(paper(changes)))

async function look<Found>(file: Uint8Array, at: (document: PDFDocumentProxy) => Promise<Found>): Promise<Found> {
  const task = getDocument({ data: new Uint8Array(file), useSystemFonts: false })
  try {
    return await at(await task.promise)
  } finally {
    await task.destroy()
  }
}

const textOf = async (document: PDFDocumentProxy, page: number) => {
  const { items } = await (await document.getPage(page)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

const wholeText = async (document: PDFDocumentProxy) => {
  const pages = Array.from({ length: document.numPages }, (_, index) => textOf(document, index + 1))
  return (await Promise.all(pages)).join(' ')
}

/** Returns where a text begins on the first page, in points from its left edge. */
async function placeOf(document: PDFDocumentProxy, text: string): Promise<number> {
  const { items } = await (await document.getPage(1)).getTextContent()
  const found = items.find((item) => 'str' in item && item.str.startsWith(text))
  if (!found || !('transform' in found)) throw new Error(`there is no "${text}"`)
  return found.transform[4]
}

type Node = { role?: string; alt?: string; children?: Node[] }
const rolesOf = ({ role, children = [] }: Node): string[] => [...(role ? [role] : []), ...children.flatMap(rolesOf)]
const readingOf = ({ alt, children = [] }: Node): string[] => [...(alt ? [alt] : []), ...children.flatMap(readingOf)]

describe('a printed paper', () => {
  it('is the same to the last byte when the paper is the same', async () => {
    expect((await print()).equals(await print())).toBe(true)
    const later = await print({ issuedAt: new Date('2026-11-20T12:00:01.000Z') })
    expect(later.equals(await print())).toBe(false)
  })

  it('says its title, its language, who made it and when', async () => {
    const { info } = (await look(await print(), (document) => document.getMetadata())) as { info: object }
    expect(info).toMatchObject({
      Title: 'Rozliczenie auto_1',
      Author: 'Quayside',
      Language: 'pl',
      CreationDate: 'D:20261120120000Z',
    })
  })

  it('tells those who have it read aloud what is a heading, a row and a link', async () => {
    const roles = await look(await print(), async (document) => {
      return rolesOf((await (await document.getPage(1)).getStructTree()) as Node)
    })
    expect(roles.slice(0, 4)).toEqual(['Root', 'Document', 'H1', 'P'])
    expect(roles).toEqual(expect.arrayContaining(['Sect', 'H2', 'H3', 'Table', 'TR', 'TH', 'TD', 'Link']))
  })

  it('leads to the explorer, and has a hash whole on one line', async () => {
    await look(await print(), async (document) => {
      const page = await document.getPage(1)
      expect((await page.getAnnotations()).map(({ url }) => url)).toEqual([EXPLORER])
      expect(await textOf(document, 1)).toContain(HASH)
    })
  })

  it('goes on over pages in the middle of a long text, and loses no word of it', async () => {
    const sections = [{ title: 'Umowa', blocks: [{ kind: 'facts' as const, facts: [fact('Warunki', LONG)] }] }]
    await look(await print({ sections }), async (document) => {
      expect(document.numPages).toBeGreaterThan(2)
      let words = ''
      for (let page = 1; page <= document.numPages; page += 1) {
        const text = await textOf(document, page)
        expect(text).toContain(`${page}/${document.numPages}`)
        words += text
      }
      expect(words.match(/conditions\./g)).toHaveLength(600)
    })
  })

  it('repeats the heads of the timeline on each of its pages', async () => {
    const at = { kind: 'time', text: '2026-11-20 12:00:00', iso: '2026-11-20T12:00:00.000Z' } as const
    const events = Array.from({ length: 120 }, (_, index) => ({
      at,
      text: `Event ${index}`,
      by: 'Kupujący',
      detail: [],
    }))
    const heads = { at: 'Czas', text: 'Zdarzenie', by: 'Kto' }
    const sections = [{ title: 'Przebieg', blocks: [{ kind: 'events' as const, heads, events }] }]
    await look(await print({ sections }), async (document) => {
      for (let page = 1; page <= document.numPages; page += 1)
        expect(await textOf(document, page)).toContain('Zdarzenie')
    })
  })

  it('owns up to what it cannot print, and only then', async () => {
    const said = async (notes: string) =>
      look(await print({ head: [fact('Notatki', notes)] }), (document) => textOf(document, 1))
    expect(await said('Пётр')).not.toContain('Something is left out.')
    expect(await said('王小明, สมชาย, محمد')).not.toContain('Something is left out.')
    const text = await said('שלום')
    expect(text).toContain('[…]')
    expect(text).toContain('Something is left out.')
  })
})

const LETTERED: Partial<Paper> = {
  language: 'fa',
  direction: 'rtl',
  title: 'صورت تسویه',
  head: [fact('شمارهٔ صورت', '17'), fact('مبلغ', 'پرداخت \u2068412.5 XLM\u2069 می\u200cشود')],
  pageLabel: ({ page, pages }) => `صفحهٔ \u2068${page}\u2069 از \u2068${pages}\u2069`,
}

describe('a paper that is read from right to left', () => {
  it('has its labels to the right of what they stand for, and its amounts and page numbers at the left', async () => {
    await look(await print(LETTERED), async (document) => {
      expect(await placeOf(document, 'شمارهٔ صورت')).toBeGreaterThan(await placeOf(document, '17'))
      expect(await placeOf(document, '1,0000001 XLM')).toBeCloseTo(50, 0)
      expect(await placeOf(document, 'صفحهٔ')).toBeLessThan(100)
      expect(await placeOf(document, 'Quayside')).toBeGreaterThan(400)
    })
    await look(await print(), async (document) => {
      expect(await placeOf(document, 'Numer')).toBeLessThan(await placeOf(document, '17'))
      expect(await placeOf(document, 'Quayside')).toBeLessThan(100)
    })
  })

  it('gives its words as they are read when they are searched or copied, and read aloud', async () => {
    await look(await print(LETTERED), async (document) => {
      const page = await document.getPage(1)
      const text = await textOf(document, 1)
      for (const words of ['صورت تسویه', 'شمارهٔ صورت', '412.5 XLM', HASH]) expect(text).toContain(words)
      expect(readingOf((await page.getStructTree()) as Node)).toContain('پرداخت 412.5 XLM می\u200cشود')
    })
  })

  it('has an amount in the middle of a sentence between the words around it', async () => {
    await look(await print(LETTERED), async (document) => {
      const [before, amount, after] = [
        await placeOf(document, 'پرداخت'),
        await placeOf(document, '412.5 XLM'),
        await placeOf(document, 'می'),
      ]
      expect(before).toBeGreaterThan(amount)
      expect(amount).toBeGreaterThan(after)
    })
  })
})

describe('names in other letters', () => {
  it.each(['محمد رضایی', 'สมชาย ใจดี', '深圳市明远贸易有限公司', 'Nguyễn Thị Ánh', 'Юрий Καλημέρα'])(
    'stand in a paper of Latin letters (%s)',
    async (name) => {
      const text = await look(await print({ head: [fact('Kupujący', name)] }), (document) => textOf(document, 1))
      expect(text.replaceAll(' ', '')).toContain(name.replaceAll(' ', ''))
    },
  )

  it('may have marks where no word has them', async () => {
    const text = await look(await print({ head: [fact('Plik', '\u0606\u061a stays')] }), (document) =>
      textOf(document, 1),
    )
    expect(text).toContain('stays')
    expect(text).not.toContain(LEFT_OUT)
  })

  it('can turn nothing around by marks that nobody sees', async () => {
    const [plain, marked] = await Promise.all(
      ['gpj.exe', '\u202egpj.exe\u202c'].map((name) => print({ head: [fact('Plik', name)] })),
    )
    expect(marked?.equals(plain ?? new Uint8Array())).toBe(true)
  })
})

/** The messages of a language's statements, and those of the names in them. */
function wordsOf(language: Language): string[] {
  const read = (file: string) => JSON.parse(readFileSync(`locales/${language}/${file}.json`, 'utf8'))
  const { escrow, documentType } = read('common')
  const textsIn = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn)
  return textsIn([read('statement'), escrow, documentType])
}

describe.each(Object.keys(LANGUAGES) as Language[])('the statement in %s', (language) => {
  it('is printed whole, finished or not', async () => {
    for (const statement of [settledStatement(), runningStatement()]) {
      const paper = paperOf(statement, language)
      const file = await buffer(await printPaper(paper))
      await look(file, async (document) => {
        const text = await wholeText(document)
        expect(text).toContain(statement.transactionId)
        expect(text).not.toContain(LEFT_OUT)
        expect((await document.getMetadata()).info).toMatchObject({ Language: language })
      })
      expect(file.equals(await buffer(await printPaper(paperOf(statement, language))))).toBe(true)
    }
  })

  it('has letters for every word that a statement may need, in both weights', async () => {
    const words = wordsOf(language)
    const { text, strong } = await openPaperFonts(words)
    for (const face of [text, strong]) {
      const missing = words.filter(
        (word) => !toPrintable(word, (grapheme) => face.some((font) => canDraw(font, grapheme))).isWhole,
      )
      expect(missing).toEqual([])
    }
  })
})
