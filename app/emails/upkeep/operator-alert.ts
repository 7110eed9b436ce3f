import { z } from 'zod'
import { TROUBLES, troubleSubject } from '#app/domain/upkeep/trouble.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutService, type LetterContext } from '#app/emails/kernel/letter.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

const trouble = z.object({ kind: z.enum(TROUBLES), subject: z.string(), since: z.iso.datetime() })

/** To every operator: what has begun, what is not over after a day, what is over. */
export const operatorAlertContent = z.object({
  letter: z.literal('operator_alert'),
  began: z.array(trouble),
  still: z.array(trouble),
  over: z.array(trouble),
  at: z.iso.datetime(),
})

type Content = z.infer<typeof operatorAlertContent>

export function operatorAlert(content: Content, context: LetterContext): LetterBody {
  const { t, language } = context
  const { began, still, over } = content
  const lasting = [...began, ...still].map((told) =>
    t('operatorAlert.since', { trouble: sentence(told, context), time: formatMoment(told.since, language) }),
  )
  const ended = over.map((told) => t('operatorAlert.over', { trouble: sentence(told, context) }))
  return aboutService(
    {
      ...headOf(content, context),
      paragraphs: [...lasting, ...ended, t('operatorAlert.limit')],
      action: { label: t('action.openDesk'), path: '/admin-panel' },
    },
    context,
  )
}

function headOf({ began, still }: Content, { t }: LetterContext) {
  if (began.length > 0) {
    return { turn: t('frame.yourTurn'), subject: t('operatorAlert.subject'), heading: t('operatorAlert.heading') }
  }
  if (still.length > 0) {
    const [subject, heading] = [t('operatorAlert.subjectStill'), t('operatorAlert.headingStill')]
    return { turn: t('frame.yourTurn'), subject, heading }
  }
  return { turn: t('frame.done'), subject: t('operatorAlert.subjectOver'), heading: t('operatorAlert.headingOver') }
}

/** Which account it is, the desk tells. */
function sentence({ kind, subject }: z.infer<typeof trouble>, { t }: LetterContext): string {
  const { network, asset, header, list, currency } = troubleSubject(subject)
  return t(`common:trouble.${kind}`, { network, asset, header, list, currency })
}
