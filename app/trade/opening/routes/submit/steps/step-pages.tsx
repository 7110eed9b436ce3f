import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInField } from '#app/kernel/i18n/format.ts'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { LikeEscrow } from '#app/trade/opening/queries/like-escrow.server.ts'
import { CheckStep } from '../check/check-step.tsx'
import { DatesStep } from '../dates/dates-step.tsx'
import { TradeStep } from '../trade/trade-step.tsx'
import { useKeptTyping } from '../use-kept-typing.ts'
import type { loadForm } from './load-form.server.ts'
import { stepNamed } from './steps.ts'
import { Walk } from './walk.tsx'

type StepPagesProps = Awaited<ReturnType<typeof loadForm>> & { refused: RefusedForm | undefined }

/** The current step with what was refused, what this tab has kept, or the draft. */
export function StepPages({ refused, typed, like, missing, welcome, ...form }: StepPagesProps) {
  const { t, i18n } = useTranslation()
  const { buyerId, formToken, filled, check } = form
  const { kept, keep } = useKeptTyping({ buyerId, formToken })
  const at = stepNamed(refused?.values.step ?? null) ?? form.at
  const begun = typed ?? (like ? typedLike(like, i18n.language) : {})
  const values = { ...begun, ...(refused ?? kept)?.values }
  const shown = shownAgain({ problems: refused ? refused.problems : missing, values })
  const step = { ...form, shown, keep, token: formToken }
  return (
    <Walk
      at={at}
      filled={filled}
      token={formToken}
      note={
        <>
          {welcome && (
            <Note tone="good" title={t(`submit.welcome.${welcome}`)}>
              {welcome === 'paid' && (
                <p>
                  <Link to="/receipt">{t('pages.receipt')}</Link>
                </p>
              )}
            </Note>
          )}
          {like && !refused && !kept && (
            <Note>
              <p>
                <MomentSentence at={like.openedAt} as="day" text={(day) => t('submit.like', { day })} />
              </p>
            </Note>
          )}
        </>
      }
      // Remounts when kept values are restored: fields read their default value only once.
      key={`${at} ${kept ? 'kept' : 'new'}`}
    >
      {at === 'trade' && <TradeStep {...step} />}
      {at === 'dates' && <DatesStep {...step} />}
      {at === 'check' && check && <CheckStep {...step} check={check} />}
    </Walk>
  )
}

/** The earlier escrow as typed values. */
function typedLike({ amount, transactionId: _, openedAt: __, ...like }: LikeEscrow, language: string) {
  return { ...like, amount: formatInField(amount, language) }
}
