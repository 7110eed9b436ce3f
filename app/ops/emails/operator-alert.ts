import { z } from 'zod'
import { pathInEmail } from '#app/accounts/domain/access.ts'
import { aboutService, type ContentOf, type EmailContext, emailOf, type MailWords } from '#app/kernel/emails/email.ts'
import { formatClock, formatMoment } from '#app/kernel/i18n/format.ts'
import { ALERT_CAUSES, type AlertKind, type AlertStep, alertValues, ruleOf } from '#app/ops/domain/alert-cause.ts'

const alertCause = z.object({
  // Emails from before this kind was split by cause may still be unsent.
  kind: z.preprocess((kind) => (kind === 'payouts_stopped' ? 'payouts_halted' : kind), z.enum(ALERT_CAUSES)),
  subject: z.string(),
  since: z.iso.datetime(),
  facts: z.record(z.string(), z.string()).default({}),
})

const alert = {
  began: z.array(alertCause),
  still: z.array(alertCause),
  over: z.array(alertCause),
  passed: z.array(alertCause.extend({ until: z.iso.datetime() })).default([]),
  at: z.iso.datetime(),
}

export type OperatorAlert = ContentOf<typeof alert>
type Told = OperatorAlert['began'][number]

/** To every operator: what began, what is not over after a day, what is over, and what passed without notification. */
export const operatorAlert = emailOf(alert, (content, context) => {
  const { t, language } = context
  const lasting = [...content.began, ...content.still].toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind))
  const ended = content.over.map((told) => t('operatorAlert.over', { trouble: sayAlert(told, t) }))
  const passed = content.passed.map((told) => {
    const [from, until] = [formatMoment(told.since, language), formatClock(told.until, language)]
    return t('operatorAlert.passed', { trouble: sayAlert(told, t), from, until })
  })
  const [first] = lasting
  return aboutService(
    {
      ...headOf(content, context),
      paragraphs: [...bySteps(lasting, context), ...new Set(ended), ...passed],
      action: { label: t('action.openDesk'), path: pathInEmail(first ? ruleOf(first.kind).path : '/admin-panel') },
    },
    context,
  )
})

const rankOf = (kind: AlertKind) => ALERT_CAUSES.indexOf(kind)

/** Groups problems by their first step, followed by that step. */
function bySteps(lasting: readonly Told[], context: EmailContext): string[] {
  const { t, origin, language } = context
  const steps = [...new Set(lasting.map(({ kind }) => ruleOf(kind).step))]
  const ofStep = (step: AlertStep) => lasting.filter(({ kind }) => ruleOf(kind).step === step)
  return steps.flatMap((step) => {
    const told = ofStep(step)
    const lines = told.map(({ since, ...trouble }) =>
      t('operatorAlert.since', { trouble: sayAlert(trouble, t), time: formatMoment(since, language) }),
    )
    const link = told[0] ? `${origin}${pathInEmail(ruleOf(told[0].kind).path)}` : origin
    // Two accounts on one ledger have the same sentence: only the Admin Panel names them.
    return [...new Set(lines), t('operatorAlert.step', { step: t(`common:troubleStep.${step}`), link })]
  })
}

function headOf({ began, still }: OperatorAlert, { t }: EmailContext) {
  const [turn, done] = [t('frame.yourTurn'), t('frame.done')]
  const head = (turn: string, subject: string) => ({ turn, subject })
  if (began.some(({ kind }) => ruleOf(kind).urgency === 'now')) return head(turn, t('operatorAlert.subjectNow'))
  if (began.length > 0) return head(turn, t('operatorAlert.subject'))
  return still.length > 0 ? head(turn, t('operatorAlert.subjectStill')) : head(done, t('operatorAlert.subjectOver'))
}

export function sayAlert({ kind, ...trouble }: Pick<Told, 'kind' | 'subject' | 'facts'>, t: MailWords): string {
  return t(`common:trouble.${kind}`, alertValues(trouble))
}
