import { useTranslation } from 'react-i18next'
import type { ActionOn } from '#app/admin/queries/admin-action.server.ts'
import { nameOfState } from '#app/admin/routes/list/words.ts'
import { memoWords } from '#app/admin/routes/panel/money-sheets.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code, InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

/** The subject of the action, so that nobody applies it to the wrong one. */
export function ActedOnSubject({ on, subject }: { on: ActionOn; subject: string | null }) {
  return (
    <Sheet>
      <Facts items={useFacts(on, subject)} />
    </Sheet>
  )
}

function useFacts(on: ActionOn, subject: string | null): Fact[] {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const amount = (of: { amount: string; asset: Asset }): Fact => ({
    label: common('escrow.facts.amount'),
    value: <Amount value={of.amount} asset={of.asset} />,
  })
  const escrow = (txid: string): Fact => ({
    label: t('cases.facts.escrow'),
    value: <InlineCode size="small">{txid}</InlineCode>,
  })
  switch (on.on) {
    case 'person':
      return [
        { label: common('register.name'), value: on.name },
        { label: common('login.email'), value: on.email },
      ]
    case 'change':
      return [
        { label: common('register.name'), value: on.name },
        { label: common('login.email'), value: on.email },
        {
          label: t(`changes.kind.${on.kind}`),
          value: on.by === null ? t('done.command') : <bdi>{on.by}</bdi>,
          detail: <Moment at={on.at} />,
        },
        { label: t('payouts.reason'), value: <span className="said">{on.reason}</span> },
      ]
    case 'escrow':
      return [escrow(on.txid), amount(on)]
    case 'payout':
      return [
        { label: t('lists.column.purpose'), value: t(`purpose.${on.purpose}`) },
        amount(on),
        ...(on.txid === null ? [] : [escrow(on.txid)]),
        {
          label: t('cases.facts.to'),
          value: <Code value={on.wallet.address} size="small" />,
          detail: memoWords(on.wallet, t),
        },
      ]
    case 'letter':
      return [
        { label: t('cases.facts.to'), value: on.recipient },
        ...(subject === null ? [] : [{ label: t('lists.column.subject'), value: subject }]),
        { label: t('records.kindLabel'), value: <InlineCode size="small">{on.kind}</InlineCode> },
        { label: t('lists.column.state'), value: nameOfState(on.state, { t, common }) ?? on.state },
        { label: t('lists.column.tries'), value: String(on.tries) },
        ...(on.error ? [{ label: t('lists.column.error'), value: on.error }] : []),
      ]
  }
}
