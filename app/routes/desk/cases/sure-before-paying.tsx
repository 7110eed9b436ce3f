import type { Wallet } from '#app/domain/kernel/wallet.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Code, InlineCode } from '#app/ui/kernel/text/code.tsx'
import type { WeighedPayback } from '#app/workflows/cases/pay-case-back.server.ts'
import { SureForm } from './case-form.tsx'

export type SurePayback = WeighedPayback & { caseId: string; kind: string; wallet: Wallet; note: string }

/** Asked once more before money is sent back, with the amount and the whole address. */
export function SureBeforePaying({ sure }: { sure: SurePayback }) {
  const t = useDesk()
  const { caseId, kind, amount, asset, paidFrom, wallet, note } = sure
  return (
    <Read>
      <PageHead title={t('cases.back.open')} lead={t('cases.back.sureText')} />
      <Sheet>
        <Facts
          items={[
            { label: t('cases.facts.back'), value: <Code value={wallet.address} /> },
            {
              label: t('cases.facts.memo'),
              value: wallet.memo === null ? t('cases.facts.noMemo') : <InlineCode>{wallet.memo}</InlineCode>,
            },
            { label: t('cases.facts.from'), value: t(`cases.back.from.${paidFrom}`) },
            { label: t('cases.assign.payment'), value: <Amount value={amount} asset={asset} />, total: true },
          ]}
        />
      </Sheet>
      <Sheet title={t('cases.assign.note')}>
        <p className="said">{note}</p>
      </Sheet>
      <SureForm
        act="pay-back"
        row={{ id: caseId, kind, amount }}
        typed={{ walletAddress: wallet.address, walletMemo: wallet.memo ?? '', note }}
        button={t('cases.back.yes')}
      />
    </Read>
  )
}
