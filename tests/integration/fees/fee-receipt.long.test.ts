/** The fee receipt for accountants: who reads it, what it says, and which of it never changes (decision 111). */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { LANGUAGES } from '#app/kernel/i18n/languages.ts'
import { findScreenedPeople } from '#app/screening/db/people.server.ts'
import { operator, thrownBy } from '#tests/support/settlement/admin.ts'
import { COMPANY_SETTINGS_OF_TESTS } from '#tests/support/world/company.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { granted, type Person, pay, readPayments, seller, unpaidBuyer } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let page: typeof import('#app/fees/routes/receipt/route.tsx')
let pdf: typeof import('#app/fees/routes/receipt-pdf.ts')
let back: typeof import('#app/fees/routes/fee-back/route.tsx')
let buyer: Person
let number: string
let hashes: string[]

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, COMPANY_SETTINGS_OF_TESTS)
  await refreshMarket(world.deps)
  page = await import('#app/fees/routes/receipt/route.tsx')
  pdf = await import('#app/fees/routes/receipt-pdf.ts')
  back = await import('#app/fees/routes/fee-back/route.tsx')
  ;({ buyer, number, hashes } = await aFee(['75', '75']))
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world[Symbol.asyncDispose]()
})

/** A fee of $150.00, paid in USDC by these amounts. */
async function aFee(amounts: string[]) {
  const payer = await unpaidBuyer(world)
  const asked = { userId: payer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' as const }
  const { account, reference } = granted(await quoteServiceFee(world.deps, asked))
  const sent: string[] = []
  for (const amount of amounts) {
    const [hash = ''] = await pay(world, { asset: 'USDC', to: account, amount, memo: String(reference) })
    await readPayments(world, { network: 'stellar', account })
    await world.workUntil(
      async () => (await world.deps.db.ledgerPayment.count({ where: { hash } })) === 1,
      'it is seen',
    )
    sent.push(hash)
  }
  return { buyer: payer, number: String(reference), hashes: sent }
}

async function ask(path: string, person: Person | null, fields?: Record<string, string>) {
  const headers = new Headers(fields ? { Origin: ORIGIN } : {})
  if (person) headers.set('Cookie', await cookieOf(world, person))
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields), headers } : { headers }
  const params = { number: /receipts\/(.*)\.pdf/.exec(path)?.[1] }
  return { request: new Request(ORIGIN + path, init), params, context: {} }
}

const read = async (of: string, person: Person) => page.loader(await ask(`/receipt?number=${of}`, person))
const said = async (of: string, person: Person) => JSON.stringify((await read(of, person)).paper)

async function printed(of: string, person: Person, language = 'en') {
  const response = await pdf.loader(await ask(`/receipts/${of}.pdf?lng=${language}`, person))
  const file = await getDocument({ data: new Uint8Array(await response.arrayBuffer()), useSystemFonts: false }).promise
  const texts: string[] = []
  for (let sheet = 1; sheet <= file.numPages; sheet += 1) {
    const { items } = await (await file.getPage(sheet)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join('\n'))
  }
  await file.loadingTask.destroy()
  return { response, text: texts.join('\n').replaceAll('\u00a0', ' ') }
}

const WORDS = {
  billedName: 'Erik Handel AB',
  billedAddress: 'Hamngatan 4\n111 47 Stockholm',
  billedTaxNumber: 'SE556012345601',
}
const makeOut = async (of: string, person: Person | null, words: Partial<typeof WORDS> = {}) =>
  page.action(await ask('/receipt', person, { number: of, ...WORDS, ...words }))

describe('who reads it', () => {
  test('its payer and an operator; nobody else, and nobody who is signed out', async () => {
    const olga = await operator(world)
    for (const reader of [buyer, olga]) {
      expect(await said(number, reader)).toContain(number)
      const { response } = await printed(number, reader)
      expect(response.headers.get('Content-Type')).toBe('application/pdf')
      expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="quayside-receipt-${number}.pdf"`)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    }
    expect((await read(number, olga)).own).toBeNull()
    for (const other of [await unpaidBuyer(world), await seller(world), (await aFee(['150'])).buyer]) {
      expect((await thrownBy(read(number, other))).status).toBe(404)
      expect((await thrownBy(printed(number, other))).status).toBe(404)
      expect(await makeOut(number, other)).toMatchObject({ data: { problems: [{}] }, init: { status: 400 } })
    }
    for (const wrong of ['1', 'nonsense', '99999999999']) {
      expect((await thrownBy(read(wrong, olga))).status).toBe(404)
      expect((await thrownBy(printed(wrong, buyer))).status).toBe(404)
    }
    const login = encodeURIComponent(`/receipt?number=${number}`)
    for (const answer of [
      page.loader(await ask(`/receipt?number=${number}`, null)),
      pdf.loader(await ask(`/receipts/${number}.pdf`, null)),
    ]) {
      expect((await thrownBy(answer)).headers.get('Location')).toContain(login)
    }
    for (const none of ['', 'x', '1e9', `${'9'.repeat(30)}`]) {
      expect((await thrownBy(makeOut(none, olga))).status, none).toBe(404)
    }
    expect((await thrownBy(makeOut(number, null))).headers.get('Location')).toContain('/login')
    // An operator makes out nobody's receipt.
    expect(await makeOut(number, olga)).toMatchObject({ init: { status: 400 } })
  })
})

describe('what it says', () => {
  test('seller, tax, what was bought, and each payment with its hash', async () => {
    const { text } = await printed(number, buyer)
    for (const line of [
      'Quayside Trade Ltd',
      '7 Bollard Row, Harwich CO12 3HH, United Kingdom',
      'Companies House 01234567',
      'VAT exempt: financial service (VATA 1994, Sch. 9, Group 5).',
      '$150.00 paid as 2 × 75.00 USDC.',
      'Gross fee, 0.75%',
    ]) {
      expect(text).toContain(line)
    }
    for (const hash of hashes) expect(text.replaceAll('\n', '')).toContain(hash)
    expect(text).not.toContain('goes back')
  })

  test('what came too much, and how far it is', async () => {
    const fee = await aFee(['100', '125'])
    const text = await said(fee.number, fee.buyer)
    expect(text.replaceAll('\u00a0', ' ')).toContain(
      '$150.00 paid as 150.00 USDC, of 225.00 USDC received: 100.00 USDC + 125.00 USDC.',
    )
    expect(text.replaceAll('\u00a0', ' ')).toContain('75.00 USDC too much')
    expect(text).toContain('Owed back')
    const { backs } = await back.loader(await ask('/fee-back', fee.buyer))
    expect(backs).toMatchObject([{ amount: '75', state: 'owed' }])
    const wallet = { case: backs[0]?.id ?? '', walletAddress: 'nonsense', walletMemo: '' }
    expect(await back.action(await ask('/fee-back', fee.buyer, wallet))).toMatchObject({
      data: { problems: [{ field: `walletAddress-${backs[0]?.id}` }], values: { walletAddress: 'nonsense' } },
      init: { status: 400 },
    })
    expect((await thrownBy(back.action(await ask('/fee-back', null, wallet)))).headers.get('Location')).toContain(
      '/login',
    )
    expect((await back.loader(await ask('/fee-back', buyer))).backs).toEqual([])
  })

  test.each(Object.keys(LANGUAGES))('in %s, with English beside it, and no letter is left out', async (language) => {
    const { text } = await printed(number, buyer, language)
    expect(text).toContain(number)
    expect(text).not.toContain('[…]')
    if (language !== 'en') for (const word of ['Receipt', 'Supplier']) expect(text).toContain(word)
  })
})

describe('what stays', () => {
  test('the seller is the one of its first opening', async () => {
    const fee = await aFee(['150'])
    await read(fee.number, fee.buyer)
    const { db } = world.deps
    const key = { where: { number: Number(fee.number) } }
    expect(await db.feeReceipt.findUniqueOrThrow(key)).toMatchObject({
      sellerName: 'Quayside Trade Ltd',
      billedAt: null,
    })
    await expect(db.feeReceipt.update({ ...key, data: { sellerName: 'Another' } })).rejects.toThrow(/stays what it is/)
    await expect(db.feeReceipt.update({ ...key, data: { taxLine: null } })).rejects.toThrow(/stays what it is/)
    await expect(db.feeReceipt.delete(key)).rejects.toThrow(/stays/)
    await Promise.all([read(fee.number, fee.buyer), read(fee.number, fee.buyer)])
  })

  test('to whom it is made out is corrected for thirty days, compared with the lists, and offered for the next', async () => {
    const fee = await aFee(['150'])
    expect((await makeOut(fee.number, fee.buyer)) as Response).toMatchObject({ status: 303 })
    expect(await said(fee.number, fee.buyer)).toContain('Erik Handel AB')
    const [compared] = await findScreenedPeople(world.deps.db, [fee.buyer.id])
    expect(compared?.names).toContain('Erik Handel AB')
    expect(await makeOut(fee.number, fee.buyer, { billedTaxNumber: 'x'.repeat(61) })).toMatchObject({
      data: { problems: [{ field: 'billedTaxNumber' }], values: { billedName: 'Erik Handel AB' } },
    })
    expect((await makeOut(fee.number, fee.buyer, { billedName: 'Erik Handel i Norr AB' })) as Response).toMatchObject({
      status: 303,
    })
    const key = { where: { number: Number(fee.number) } }
    const kept = await world.deps.db.feeReceipt.findUniqueOrThrow(key)
    expect(kept).toMatchObject({ billedName: 'Erik Handel i Norr AB' })
    const late = new Date((kept.billedAt ?? new Date()).getTime() + 31 * 24 * 3_600_000)
    const change = (data: object) => world.deps.db.feeReceipt.update({ ...key, data })
    await expect(change({ billedName: 'Another', changedAt: late })).rejects.toThrow(/made out to somebody already/)
    await expect(change({ billedAt: late, changedAt: late })).rejects.toThrow(/made out to somebody already/)
    await expect(
      change({ billedAt: null, changedAt: null, billedName: null, billedAddress: null, billedTaxNumber: null }),
    ).rejects.toThrow(/made out to somebody already/)
  })

  test('no receipt is kept of a fee that is not paid', async () => {
    const stranger = await unpaidBuyer(world)
    const asked = { userId: stranger.id, amountUsd: '20000', couponCode: '', asset: 'USDC' as const }
    const { reference } = granted(await quoteServiceFee(world.deps, asked))
    await expect(world.deps.db.feeReceipt.create({ data: { number: reference } })).rejects.toThrow(/is not paid/)
    expect(await makeOut(String(reference), stranger)).toMatchObject({ init: { status: 400 } })
  })
})
