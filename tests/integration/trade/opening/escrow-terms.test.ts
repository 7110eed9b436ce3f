/** Every defined term goes all the way: form, row, pages, documents and data copy (docs/decisions/135). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TERMS_SUPPLEMENT } from '#app/accounts/domain/service-terms.ts'
import {
  byName,
  CORRECTABLE,
  CORRECTABLE_TEXTS,
  EXPORTED_COLUMNS,
  fieldsIn,
  LISTED_TEXTS,
  SEALED_TEXTS,
  TERM_COLUMNS,
  TEXTS,
  termFieldsOf,
} from '#app/escrow/domain/escrow-terms.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { writeStatement } from '#app/records/statement/i18n/statement-paper.ts'
import { findStatement } from '#app/records/statement/queries/statement.server.ts'
import { ownSections } from '#app/settings/queries/own-data.server.ts'
import { findLike } from '#app/trade/opening/queries/like-escrow.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import { headersOf, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { escrowOf, formOf, granted, submission, walletOf } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})
afterAll(() => routes.close())

const SAID = byName(TEXTS, (name) => `said of ${name}`)
const rowOf = (id: string) => routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id } })

async function post(path: string, fields: Record<string, string>) {
  const { action } = path.startsWith('/submit')
    ? await import('#app/trade/opening/routes/submit/route.tsx')
    : await import('#app/trade/opening/routes/correct/route.tsx')
  const headers = await headersOf(routes.world, routes.buyer)
  const request = new Request(ORIGIN + path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return action({ request, params: {}, context: {} })
}

function valuesOf(answer: unknown): Record<string, string> {
  if (answer instanceof Response) throw new Error('it was not refused')
  return (answer as { data: { values: Record<string, string> } }).data.values
}

test.each(['trade', 'dates'] as const)('each field of the step “%s” comes back when it is refused', async (step) => {
  const formToken = randomUUID()
  const chosen: Record<string, string> = { currency: 'XLM', dates: 'agreed' }
  const typed = byName(fieldsIn(step), (name) => chosen[name] ?? `typed in ${name}`)
  await post(`/submit?form=${formToken}`, { formToken, step: 'trade', currency: 'XLM' })
  const values = valuesOf(await post(`/submit?form=${formToken}`, { ...typed, formToken, step }))
  expect(Object.keys(values)).toEqual(expect.arrayContaining(fieldsIn(step)))
  expect(values).toMatchObject(
    byName(
      fieldsIn(step).filter((name) => name in SAID),
      (name) => `typed in ${name}`,
    ),
  )
})

test('each column of a term is filled, and the texts are shown to whom they are meant for', async () => {
  const { world, buyer, seller } = routes
  const { formToken } = await formOf(world, buyer)
  const { escrowId, transactionId } = granted(
    await openEscrow(
      world.deps,
      submission(buyer, {
        ...SAID,
        currency: 'XLM',
        amount: '10',
        type: 'manual',
        txid: 'a'.repeat(64),
        formToken,
        sellerEmail: seller.email,
        sellerLanguage: 'de',
        walletMemo: '7',
        buyerWalletAddress: walletOf('XLM', 'friend'),
        buyerMemoTag: '8',
      }),
    ),
  )
  const row = await rowOf(escrowId)
  const columns = Object.keys(TERM_COLUMNS) as (keyof typeof TERM_COLUMNS)[]
  expect(columns.filter((name) => row[name] === null || row[name] === '')).toEqual([])
  expect(row).toMatchObject(SAID)

  for (const person of [buyer, seller]) {
    expect((await routes.viewOf(person, transactionId)).escrow).toMatchObject({ texts: SAID })
  }
  expect(await findLike(world.deps.db, { buyerId: buyer.id, typed: transactionId })).toMatchObject(SAID)
  const letter = await world.deps.db.outboxLetter.findFirst({ where: { escrowId, recipient: seller.email } })
  expect(letter?.content).toMatchObject({ letter: 'escrow_opened', ...SAID })

  const statement = await findStatement(world.deps.db, {
    viewer: { ...buyer, role: 'buyer', hasConfirmedEmail: true },
    transactionId,
    networks: { stellarPassphrase: null, xrplNetworkId: 1 },
    now: world.deps.clock.now(),
  })
  if (!statement) throw new Error('no statement')
  const paper = writeStatement({ t: translatorFor('en', 'statement'), language: 'en', statement, origin: ORIGIN })
  for (const said of Object.values(SAID)) expect(JSON.stringify(paper)).toContain(said)

  const csv = await import('#app/trade/lookup/routes/dashboard/escrows-csv.ts')
  const request = new Request(`${ORIGIN}/dashboard/escrows.csv`, { headers: await headersOf(world, buyer) })
  const table = await (await csv.loader({ request, params: {}, context: {} })).text()
  expect(TEXTS.filter((name) => table.includes(SAID[name]))).toEqual(LISTED_TEXTS)

  const [copy] = await copyOf('escrows-as-buyer')
  expect(copy).toMatchObject(SAID)
  expect(columns.filter((name) => name in Object(copy)).sort()).toEqual(Object.keys(EXPORTED_COLUMNS).sort())
})

async function copyOf(section: string): Promise<unknown[]> {
  const rows: unknown[] = []
  const { db, clock } = routes.world.deps
  for (const { name, rows: found } of ownSections(db, { userId: routes.buyer.id, now: clock.now() }))
    if (name === section) for await (const row of found) rows.push(row)
  return rows
}

test('what is correctable is corrected, or comes back when it is refused, and what is sealed says so', async () => {
  const { world, buyer, seller } = routes
  const opened = { ...SAID, sellerEmail: seller.email, walletMemo: '7' }
  const { escrowId, transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', ...opened })
  const typed = byName(CORRECTABLE.flatMap(termFieldsOf), (name) => `typed in ${name}`)
  const path = `/correct-escrow?txid=${transactionId}`
  expect(Object.keys(valuesOf(await post(path, { ...typed, seen: '' })))).toEqual(Object.keys(typed))

  const corrected = byName(CORRECTABLE_TEXTS, (name) => `corrected ${name}`)
  const wallet = { walletFrom: 'typed', walletAddress: walletOf('XLM'), walletMemo: '7' }
  const answer = await post(path, { amount: '10', ...corrected, ...wallet, seen: '' }).catch((thrown) => thrown)
  expect(answer).toBeInstanceOf(Response)
  expect(await rowOf(escrowId)).toMatchObject({ ...SAID, ...corrected })
  const { escrow } = await routes.viewOf(buyer, transactionId)
  expect(escrow?.events[0]?.detail.corrected).toEqual(CORRECTABLE_TEXTS)

  const { sealed } = (await routes.viewOf(seller, transactionId)).escrow ?? {}
  granted(
    await acceptTerms(world.deps, {
      escrowId,
      sellerId: seller.id,
      seen: sealed?.fingerprint ?? '',
      seenSupplement: TERMS_SUPPLEMENT,
    }),
  )
  const terms = await world.deps.db.acceptedTerms.findFirstOrThrow({ where: { escrowId } })
  for (const name of SEALED_TEXTS) expect(terms.text).toContain({ ...SAID, ...corrected }[name])
})
