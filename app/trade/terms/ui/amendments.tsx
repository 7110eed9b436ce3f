import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { SettleForm, type SettlingProps, shownIn } from '#app/escrow/ui/settle-form.tsx'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { AMOUNT_KINDS } from '#app/kernel/domain/typed-amount.ts'
import { formatAmount, formatInField } from '#app/kernel/i18n/format.ts'
import { AmountField } from '#app/kernel/ui/forms/amount-field.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import type { AgreementView } from '#app/trade/terms/domain/dates-view.ts'
import type { AmendmentView, OpenAmendment, SealedView } from '#app/trade/terms/domain/terms-view.ts'
import { MOST_EXAMINE_DAYS } from '#app/trade/terms/domain/trade-dates.ts'
import { useChangeWords } from './change-words.tsx'
import { DocumentTicks } from './document-ticks.tsx'
import { WeekendChoice } from './weekend-choice.tsx'

type Shown = EscrowDetails & AgreementView & SealedView

/** An open amendment beside the current values, with the answers that the reader may give. */
export function OpenProposal({ escrow, open }: { escrow: Shown; open: OpenAmendment }) {
  const { t } = useTranslation()
  const { changesOf } = useChangeWords()
  const { sheet } = escrow.sealed
  const before = sheet?.dates ? { ...sheet.dates, amount: sheet.amount } : null
  const answer = (intent: 'agree_amendment' | 'decline_amendment' | 'withdraw_amendment', button: string) => (
    <SettleForm escrow={escrow} intent={intent} button={button}>
      <input type="hidden" name="amendment" value={open.id} />
    </SettleForm>
  )
  return (
    <div className="stack">
      <div className="spoken">
        <p className="spoken__who">{t(`terms.by.${open.by}`)}</p>
        {open.words && <Quote>{open.words}</Quote>}
      </div>
      <Facts items={changesOf(open.changes, { asset: escrow.currency, before })} />
      {!open.mayDecline && <p className="small">{t('terms.waits')}</p>}
      {open.mayDecline && !open.mayAgree && <p className="small">{t('terms.notNow')}</p>}
      {open.mayDecline && (
        <div className="answers">
          {open.mayAgree && answer('agree_amendment', t('terms.agree'))}
          {answer('decline_amendment', t('terms.decline'))}
        </div>
      )}
      {open.mayWithdraw && answer('withdraw_amendment', t('terms.withdraw'))}
    </div>
  )
}

/** Every field starts with the current value; unchanged fields stay as they are. */
export function Propose({ escrow, refused, how }: SettlingProps<Shown> & { how: 'ask' | 'propose' }) {
  const { t, i18n } = useTranslation()
  const shown = shownIn('propose_amendment', refused)
  const { sheet, mayMoveFunding, mayLowerAmount } = escrow.sealed
  if (!sheet?.dates) return null
  const { fundBy, presentBy, examineDays, weekend, documents } = sheet.dates
  const show = (amount: string) => formatAmount(amount, sheet.asset, i18n.language)
  const kept = (name: string, stands: string) => {
    const { defaultValue, ...field } = shown.field(name)
    return { ...field, defaultValue: defaultValue ?? stands }
  }
  const { defaultValue: typed, ...amount } = shown.field('amount')
  const ticked = shown.field('documents').defaultValue?.split(' ') ?? documents ?? []
  const button = t(how === 'ask' ? 'terms.ask' : 'terms.propose')
  return (
    <Disclosure summary={button} open={shown.wasRefused} noPrint>
      <SettleForm escrow={escrow} intent="propose_amendment" button={t('terms.send')}>
        <p className="small muted">{t('terms.hint')}</p>
        {mayMoveFunding && <Field {...kept('fundBy', dayOf(fundBy))} type="date" label={t('dates.fundBy')} short />}
        <Field {...kept('presentBy', dayOf(presentBy))} type="date" label={t('dates.presentBy')} short />
        <Field
          {...kept('examineDays', String(examineDays))}
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_EXAMINE_DAYS}
          label={t('dates.examineDays')}
          short
        />
        <WeekendChoice id="amendment-weekend" chosen={shown.field('weekend').defaultValue ?? weekend ?? ''} />
        <DocumentTicks id="amendment" ticked={ticked} />
        {mayLowerAmount && (
          <AmountField
            {...amount}
            label={t('escrow.facts.amount')}
            note={sheet.asset}
            hint={t('terms.amountHint', { amount: show(sheet.amount) })}
            kind={AMOUNT_KINDS[sheet.asset]}
            show={show}
            typed={typed}
            chosen={shown.field('amountRead').defaultValue}
            preset={formatInField(sheet.amount, i18n.language)}
          />
        )}
        <TextArea {...shown.field('words')} label={t('terms.words')} rows={2} />
      </SettleForm>
    </Disclosure>
  )
}

export function PastAmendments({ past, asset }: { past: AmendmentView[]; asset: Asset }) {
  const { t } = useTranslation()
  const { changesOf } = useChangeWords()
  return (
    <Disclosure summary={t('terms.past')}>
      <div className="stack">
        {past.map(({ id, by, words, changes, answer, answeredAt, proposedAt }) => (
          <div key={id} className="spoken">
            <p className="spoken__who">
              {t(`terms.by.${by}`)}{' '}
              {answer && (
                <MomentSentence at={answeredAt ?? proposedAt} text={(time) => t(`terms.answer.${answer}`, { time })} />
              )}
            </p>
            {words && <Quote>{words}</Quote>}
            <Facts items={changesOf(changes, { asset, before: null })} />
          </div>
        ))}
      </div>
    </Disclosure>
  )
}

/** The value of a date field. */
const dayOf = (at: string | null) => at?.slice(0, 10) ?? ''
