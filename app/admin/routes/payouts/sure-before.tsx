import { useTranslation } from 'react-i18next'
import type { AboveLimitView } from '#app/admin/queries/payouts.server.ts'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { memoWords } from '#app/admin/routes/panel/money-sheets.tsx'
import { type AdminT, useAdmin } from '#app/admin/routes/panel/words.tsx'
import { NETWORK_FACTS } from '#app/kernel/domain/assets.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import type { TypedPayoutForm } from './form.server.ts'
import { fieldsAbout } from './reason-form.tsx'

export type AskedOfPayout = { typed: TypedPayoutForm; payout: AboveLimitView | null }

/** Asks for confirmation before payouts stop or resume, or a large one is approved. */
export function SureBeforePayouts({ asked: { typed, payout } }: { asked: AskedOfPayout }) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const { intent, reason } = typed
  const amount = payout ? formatAmount(payout.amount, payout.asset, i18n.language) : ''
  return (
    <SureBefore
      title={payout ? t(`payouts.sure.${payout.isLock ? 'lock' : 'approve'}.title`, { amount }) : titleOf(typed, t)}
      text={t(`payouts.sure.${payout?.isLock ? 'lock' : intent}.text`)}
      fields={[...fieldsAbout(typed), ['reason', reason]]}
      button={t(`payouts.sure.${intent}.yes`)}
      back="/admin-panel/payouts"
    >
      {payout && (
        <Sheet title={t(`purpose.${payout.purpose}`)}>
          <p>
            <Amount value={payout.amount} asset={payout.asset} />
          </p>
          <Code value={payout.wallet.address} size="small" />
          <p className="small">{memoWords(payout.wallet, t)}</p>
        </Sheet>
      )}
    </SureBefore>
  )
}

function titleOf({ intent, networks: [network, second] }: TypedPayoutForm, t: AdminT): string {
  const isGo = intent === 'go'
  if (network === undefined || second !== undefined) return t(isGo ? 'payouts.goBoth' : 'payouts.stopBoth')
  return t(isGo ? 'payouts.sure.go.one' : 'payouts.stopOne', { network: NETWORK_FACTS[network].name })
}
