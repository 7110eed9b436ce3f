import { buffer } from 'node:stream/consumers'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import type { Paper, PaperFact } from '#app/domain/paper.ts'
import { printPaper } from './statement-pdf.server.ts'

const HASH = '0123456789abcdef'.repeat(4)
const EXPLORER = `https://stellar.expert/explorer/public/tx/${HASH}`
const LONG = 'Terms and conditions. '.repeat(600).trim()

const fact = (label: string, text: string): PaperFact => ({ label, values: [{ kind: 'text', text }] })

function paper(changes: Partial<Paper> = {}): Paper {
  return {
    language: 'pl',
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

type Node = { role?: string; children?: Node[] }
const rolesOf = ({ role, children = [] }: Node): string[] => [...(role ? [role] : []), ...children.flatMap(rolesOf)]

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
    const text = await said('王小明')
    expect(text).toContain('[…]')
    expect(text).toContain('Something is left out.')
  })
})
