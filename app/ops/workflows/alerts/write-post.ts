import type { EmailTranslator } from '#app/notices/emails/emails.ts'
import { ruleOf } from '#app/ops/domain/alert-cause.ts'
import { type OperatorAlert, sayAlert } from '#app/ops/emails/operator-alert.ts'

/** The JSON body for the webhook: the email's content for programs, each problem with its sentence in English. */
export function writePost(told: OperatorAlert, { t, origin }: { t: EmailTranslator; origin: string }): string {
  const withWords = <Told extends OperatorAlert['began'][number]>(trouble: Told) => {
    const { urgency, path } = ruleOf(trouble.kind)
    return { ...trouble, urgency, sentence: sayAlert(trouble, t), link: `${origin}${path}` }
  }
  const { began, still, over, passed, at } = told
  return JSON.stringify({
    type: 'alert',
    timestamp: at,
    data: {
      origin,
      began: began.map(withWords),
      still: still.map(withWords),
      over: over.map(withWords),
      passed: passed.map(withWords),
    },
  })
}
