/** The operator of the drill: looks at what left the account, finds the payout or the case of each transaction and says so. */
import type { App } from '#tests/support/app/app.ts'
import { formWith } from '../trade/http-client.ts'

const PAGE = '/admin-panel/outgoing'

/** How many of these cases offer to pay their money back, or to assign it. */
export async function offersPayback(app: App, cases: readonly string[]): Promise<number> {
  const { visitor } = await app.signIn('operator')
  const { forms } = await visitor.get('/admin-panel/cases')
  const isOf = (form: (typeof forms)[number], name: string, values: readonly string[]) =>
    form.fields.some((field) => field.name === name && values.includes(field.value))
  return forms.filter((form) => isOf(form, 'case', cases) && isOf(form, 'intent', ['pay-back', 'assign'])).length
}

/**
 * Answers with how many paid a payout, and how many the money of a case. What fits neither made lanes for the original: it is said to
 * be none of them.
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
