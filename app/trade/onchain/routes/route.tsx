import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { datedRefusalText } from '#app/kernel/i18n/refusal-moments.ts'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { readAnew } from '#app/kernel/ui/forms/read-anew.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { RefreshWithoutScript } from '#app/kernel/ui/live/refresh-without-script.tsx'
import { AdminFrame } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { WriteToUs } from '#app/kernel/ui/text/write-to-us.tsx'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { LiveUpdates } from '#app/live/ui/live-updates.tsx'
import { versionOfTyped } from '#app/live/web/versions.server.ts'
import { config } from '#app/runtime.server.ts'
import { OnchainFactsSheet } from '#app/trade/lookup/ui/onchain/onchain-facts.tsx'
import { OnchainTasks } from '#app/trade/lookup/ui/onchain/onchain-tasks.tsx'
import { OtherDeposits } from '#app/trade/lookup/ui/onchain/other-deposits.tsx'
import { readOnchainSheet } from '#app/trade/lookup/web/read-onchain.server.ts'
import { type OnchainIntent, onchainIntentOf } from '#app/trade/onchain/domain/signing/onchain-intents.ts'
import { performOnchainStep } from './act.server.ts'
import { findOnchain } from './find-onchain.server.ts'
import { OnchainTurn } from './onchain-turn.tsx'

export const handle: PageHandle = { title: 'pages.held', ticker: 'off' }

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const txid = searchParams.get('txid')?.trim() ?? ''
  const news = await versionOfTyped(txid)
  const { viewer, escrow, hold, reader } = await findOnchain(request, txid)
  const done = onchainIntentOf(searchParams.get('done'))
  // The escrow's page has these forms. Here are only a form that was refused, and the operators' view.
  if (reader !== null && !searchParams.has('sent')) throw redirect(pageOf(escrow.transactionId, { reader, done }), 303)
  return { ...(await readOnchainSheet({ escrow, userId: viewer.id, reader, hold })), news }
}

function pageOf(txid: string, { reader, done }: { reader: Reader; done: OnchainIntent | null }): string {
  const page = reader === 'seller' ? '/seller-confirm' : '/transaction-lookup'
  return `${page}?${new URLSearchParams({ txid, ...(done && { held: done }) })}#held`
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  const { viewer, escrow, reader } = await findOnchain(request, fields.get('txid'))
  const intent = onchainIntentOf(fields.get('intent'))
  const refusal =
    intent === null || reader === null
      ? refuse('escrow_not_found')
      : await performOnchainStep(intent, { escrowId: escrow.id, viewer, fields })
  if (!refusal) return redirect(`/held?txid=${encodeURIComponent(escrow.transactionId)}&done=${intent}`, 303)
  const typed = { walletAddress: fields.get('walletAddress'), walletMemo: fields.get('walletMemo') }
  const typedHash = fields.get('lockHash').slice(0, LONGEST_SHOWN)
  return data({ refusal, typedHash, typed: shownWallets(typed, [refusal]) }, { status: 400 })
}

/** Anything can be pasted instead of a hash. */
const LONGEST_SHOWN = 200

export const shouldRevalidate = readAnew

export default function OnchainPage() {
  const { t, i18n } = useTranslation()
  const { news, ...held } = useLoaderData<typeof loader>()
  const { escrow, hold, links, step, reader, exit, approval, rest, lapse } = held
  const answer = useAnswer<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const refusal = answer?.refusal ?? null
  const problem = refusal && { field: refusal.field, text: datedRefusalText(t, refusal, i18n.language) }
  return (
    <>
      <LiveUpdates news={news} seconds={10} />
      {reader === null && step !== 'ended' && <RefreshWithoutScript seconds={20} />}
      {problem && <ErrorSummary problems={[problem]} />}
      <OnchainTurn
        escrow={escrow}
        hold={hold}
        step={step}
        lapse={lapse}
        exit={exit ?? approval}
        reader={reader}
        isToTake={rest?.kind === 'take'}
      />
      <AdminFrame
        after
        aside={
          <>
            <OnchainFactsSheet
              escrow={escrow}
              hold={hold}
              links={links}
              step={step}
              hasLapsed={lapse !== null}
              reader={reader}
            />
            <WriteToUs subject={t('contact.aboutEscrow', { replace: { reference: escrow.transactionId } })} />
          </>
        }
      >
        <OnchainTasks
          held={held}
          sent={{ problem, typed: answer?.typed ?? null, typedHash: answer?.typedHash, isBusy }}
        />
        <OtherDeposits escrow={escrow} hold={hold} reader={reader} isBusy={isBusy} />
      </AdminFrame>
    </>
  )
}
