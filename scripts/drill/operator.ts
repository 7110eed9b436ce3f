/**
 * The operator of the drill: finds the payout or unmatched payment that each outgoing transaction paid, explains it,
 * and then ends the stops that only a person may end.
 */
import type { App } from '#tests/support/app/app.ts'
import { describe, formWith } from '../trade/http-client.ts'

const PAGE = '/admin-panel/outgoing'
const BOOKS = '/admin-panel/books'
const PAYOUTS = '/admin-panel/payouts'

/** How many of these unmatched payments offer to be paid back or assigned. */
export async function offersPayback(app: App, cases: readonly string[]): Promise<number> {
  const { visitor } = await app.signIn('operator')
  const { forms } = await visitor.get('/admin-panel/cases')
  const isOf = (form: (typeof forms)[number], name: string, values: readonly string[]) =>
    form.fields.some((field) => field.name === name && values.includes(field.value))
  return forms.filter((form) => isOf(form, 'case', cases) && isOf(form, 'intent', ['pay-back', 'assign'])).length
}

/**
 * Returns how many transactions paid a payout, and how many an unmatched payment. Those that fit neither created slots
 * of the original installation: they are explained as foreign.
 */
export async function explainAll(app: App): Promise<{ paid: number; linked: number }> {
  const { visitor } = await app.signIn('operator')
  for (const told = { paid: 0, linked: 0 }; ; ) {
    const page = await visitor.get(PAGE)
    const form = page.forms.find(({ fields }) => fields.some(({ name }) => name === 'transaction'))
    if (!form) return told
    const answers = form.fields.filter(({ name, value }) => name === 'answer' && value !== 'foreign')
    const [answer] = answers
    const isCase = answer?.value.startsWith('case:') ?? false
    const reason = answer ? 'Paid before the backup was restored.' : 'Lanes of the installation that was lost.'
    const values = { answer: answer?.value ?? 'foreign', reason }
    const asked = await visitor.submit(page, form, { values })
    await visitor.submit(asked, formWith(asked, 'sure'), {})
    if (isCase) told.linked += 1
    else if (answer) told.paid += 1
  }
}

/**
 * Stops by the books do not end by themselves: compares the books, and ends the stops when all comparisons agree
 * (docs/incidents.md, "The database has to be restored"). Returns how many ended.
 */
export async function endStopsOfBooks(app: App): Promise<number> {
  const { visitor } = await app.signIn('operator')
  const books = await visitor.get(BOOKS)
  const compare = books.forms.find(({ action, method }) => method === 'post' && action === BOOKS)
  if (!compare) throw new Error(`There is no form that compares on ${describe(books)}`)
  const [last] = await app.query<{ id: string }>('select id::text from reconciliation order by id desc limit 1')
  await visitor.submit(books, compare, {})
  await app.untilRow(
    'books and ledgers agree when all is explained',
    `select 1 from (
       select distinct on (network, account, asset) id, difference from reconciliation
       order by network, account, asset, id desc
     ) as newest having bool_and(difference = 0 and id > $1)`,
    [last?.id],
  )
  for (let ended = 0; ; ended += 1) {
    const page = await visitor.get(PAYOUTS)
    const form = page.forms.find(({ fields }) => fields.some(({ name }) => name === 'stop'))
    if (!form) return ended
    const asked = await visitor.submit(page, form, {
      values: { reason: 'All that left was explained: the books agree.' },
    })
    const done = await visitor.submit(asked, formWith(asked, 'sure'), {})
    if (done.url.searchParams.get('done') !== 'resumed') throw new Error(`The stop has not ended: ${describe(done)}`)
  }
}
