/** The settlement statement as a PDF: everything on record, in the reader's language, on numbered pages (issue 5). */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { SHIPMENT_IMAGE } from '#app/trade/documents/domain/documents.ts'
import { AMOUNT, type Opened, SettledTrades } from '#tests/support/settlement/settled-trades.ts'
import { escrowOf, type Person } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'
import type { World } from '#tests/support/world/world.ts'

let trades: SettledTrades
let world: World
let buyer: Person
let seller: Person
let pdf: typeof import('#app/records/statement/routes/statement-pdf.ts')

beforeAll(async () => {
  trades = await SettledTrades.open()
  ;({ world, buyer, seller } = trades)
  pdf = await import('#app/records/statement/routes/statement-pdf.ts')
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await trades[Symbol.asyncDispose]()
})

/** PDF readers know one kind of space. */
const written = (amount: string) => formatAmount(amount, 'XLM', 'en').replaceAll('\u00a0', ' ')

type Printed = { response: Response; pages: string[]; text: string; title: string }

async function print({ transactionId }: Opened, who: Person, language = 'en'): Promise<Printed> {
  const path = `/statements/${transactionId}.pdf?lng=${language}`
  const response = await pdf.loader(await trades.visit(path, who))
  const file = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), useSystemFonts: false }).promise
  const pages: string[] = []
  for (let number = 1; number <= file.numPages; number += 1) {
    const sheet = await file.getPage(number)
    const { items } = await sheet.getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join('\n'))
  }
  const { info } = (await file.getMetadata()) as { info: { Title: string } }
  await file.loadingTask.destroy()
  return { response, pages, text: pages.join('\n'), title: info.Title }
}

describe('the PDF', () => {
  it('is an attachment that nothing stores, and says what it is', async () => {
    const opened = await trades.ended('released')
    const { response, title } = await print(opened, buyer)
    expect(response.headers.get('Content-Type')).toBe('application/pdf')
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="quayside-${opened.transactionId}.pdf"`,
    )
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(title).toBe(`Settlement statement of escrow ${opened.transactionId}`)
  })

  it.each(['released', 'refunded', 'split', 'cancelled'] as const)(
    'of an escrow that is %s has every amount, hash and wallet in it',
    async (stage) => {
      const opened = await trades.ended(stage)
      const { text } = await print(opened, buyer)
      const { payments, payouts, documents, contract, totals } = await trades.read(opened, buyer, 'buyer')
      expect(text).toContain('Final statement')
      expect(text).toContain(opened.transactionId)
      for (const { hash, amount } of [...payments, ...payouts]) {
        expect(text).toContain(hash)
        expect(text).toContain(written(amount))
      }
      for (const { wallet } of payouts) expect(text).toContain(wallet?.address)
      for (const { sha256 } of [...documents, ...(contract ? [contract] : [])]) expect(text).toContain(sha256)
      expect(text).toContain(
        `${written(totals.received)} received = ${written(totals.paidOut)} paid out + ${written(totals.held)} held`,
      )
    },
  )

  it('is printed once for all who ask at once, and anew when something has happened', async () => {
    const opened = await trades.presented()
    const bytesOf = async (language = 'en') => {
      const response = await pdf.loader(
        await trades.visit(`/statements/${opened.transactionId}.pdf?lng=${language}`, buyer),
      )
      return Buffer.from(await response.arrayBuffer())
    }
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => bytesOf()))
    expect(others.every((other) => first?.equals(other))).toBe(true)
    expect((await bytesOf('de')).equals(first ?? Buffer.of())).toBe(false)
    await world.deps.db.user.update({ where: { id: buyer.id }, data: { name: 'Another name' } })
    expect((await bytesOf()).equals(first ?? Buffer.of())).toBe(false)
  })

  it('is not printed for somebody who asks without end', async () => {
    const { countTry, forgetTries } = await import('#app/kernel/web/http/limits.server.ts')
    const opened = await trades.presented()
    const visit = await trades.visit(`/statements/${opened.transactionId}.pdf`, seller)
    for (let count = 0; count < 60; count += 1) await countTry('print_by_user', seller.id).catch(() => undefined)
    await expect(pdf.loader(visit)).rejects.toMatchObject({ status: 429 })
    await forgetTries('print_by_user', seller.id)
  })

  it('says of an escrow that is not finished that it is not, and at which stage', async () => {
    const { text } = await print(await trades.presented(), seller)
    expect(text).toContain('Interim statement')
    expect(text).toContain('Stage: Documents to examine.')
  })

  it('goes on over pages, each with its number', async () => {
    const images = Array.from(
      { length: 10 },
      (_, index) => ({ type: SHIPMENT_IMAGE, name: `container-${index}.jpg` }) as const,
    )
    const opened = await trades.presented(images)
    for (let round = 0; round < 20; round += 1) {
      await trades.review(opened, { approval: 'Rejected', reason: `Reason ${round}` })
      await trades.review(opened, { approval: 'Pending' })
    }
    const { pages } = await print(opened, buyer)
    const { documents, events } = await trades.read(opened, buyer, 'buyer')
    expect(pages.length).toBeGreaterThan(4)
    for (const [index, text] of pages.entries()) expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    const all = pages.join('\n')
    for (const { fileName, sha256 } of documents) {
      expect(all).toContain(fileName)
      expect(all).toContain(sha256)
    }
    expect(events.length).toBeGreaterThan(40)
    expect(all.match(/^Documents rejected$/gm)).toHaveLength(20)
  })

  it('writes the names of many peoples, and shows where a character cannot be printed', async () => {
    const name = 'Zoë Łukaszewicz, Юрий, Αθηνά, Nguyễn Thị Ánh, 王小明, สมชาย'
    const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: AMOUNT, notes: 'שלום signs.', terms: name })
    const { text } = await print(opened, buyer)
    expect(text.replaceAll('\n', '')).toContain(name)
    expect(text.replaceAll('\n', '')).toContain('[…] signs.')
    expect(text).toContain(`${ORIGIN}/statements/${opened.transactionId}`)
  })

  it.each([
    ['fa', 'صورت نهایی', 'صفحهٔ'],
    ['th', 'รายงานฉบับสุดท้าย', 'หน้า'],
    ['zh', '最终结算单', '第1页'],
  ])('is in the letters of the reader (%s)', async (language, title, page) => {
    const opened = await trades.ended('released')
    const { pages } = await print(opened, buyer, language)
    const [first = ''] = pages.map((text) => text.replaceAll('\n', ''))
    expect(first).toContain(title)
    expect(first).toContain(page)
    expect(first).toContain(opened.transactionId)
  })
})
