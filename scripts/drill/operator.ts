/** The operator of the drill: looks at what left the account, finds the payout of each transaction and says so. */
import type { App } from '#tests/support/app/app.ts'
import { formWith } from '../trade/http-client.ts'

const PAGE = '/admin-panel/outgoing'

/** Answers with how many paid a payout. What fits none made lanes for the original: it is said to be none of them. */
export async function explainAll(app: App): Promise<number> {
  const { visitor } = await app.signIn('operator')
  for (let answered = 0; ; ) {
    const page = await visitor.get(PAGE)
    const form = page.forms.find(({ fields }) => fields.some(({ name }) => name === 'transaction'))
    if (!form) return answered
    const payouts = form.fields.filter(({ name, value }) => name === 'answer' && value !== 'foreign')
    const [payout] = payouts
    const reason = payout ? 'Paid before the backup was restored.' : 'Lanes of the installation that was lost.'
    const values = { answer: payout?.value ?? 'foreign', reason }
    const asked = await visitor.submit(page, form, { values })
    await visitor.submit(asked, formWith(asked, 'sure'), {})
    if (payout) answered += 1
  }
}
