import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isCalledOff } from '#app/domain/escrow/escrow.ts'
import { type HoldStep, holdStep, type ShownHold } from '#app/domain/held/shown-hold.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import { refuse } from '#app/domain/kernel/refusal.ts'
import { explorerLink } from '#app/domain/ledger-payments/explorer.ts'
import { datedRefusalText } from '#app/i18n/kernel/refusal-moments.ts'
import { config, deps } from '#app/runtime.server.ts'
import { ClaimSheet } from '#app/ui/held/claim-sheet.tsx'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { readAnew } from '#app/ui/kernel/forms/read-anew.ts'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { RefreshWithoutScript } from '#app/ui/kernel/live/refresh-without-script.tsx'
import { Desk } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { WriteToUs } from '#app/ui/kernel/text/write-to-us.tsx'
import { IdSheet } from '#app/ui/lookup/sharing/id-sheet.tsx'
import { LiveUpdates } from '#app/ui/waiting/live-updates.tsx'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { shownWallets } from '#app/web/kernel/forms/shown-wallets.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { escrowLink } from '#app/web/lookup/escrow-link.server.ts'
import { escrowNetwork } from '#app/web/lookup/escrow-network.server.ts'
import { versionOfTyped } from '#app/web/waiting/versions.server.ts'
import { expectLock } from '#app/workflows/held/agreeing/expect-lock.server.ts'
import { askForClearance } from '#app/workflows/held/clearance/ask-clearance.server.ts'
import { act, heldIntentOf } from './act.server.ts'
import { AgreeSheet } from './agree-sheet.tsx'
import { showApproval, showExit, showLapse, showRest, showReturn } from './exit-shown.server.ts'
import { findHeld } from './find-held.server.ts'
import { HoldFacts } from './hold-facts.tsx'
import { HoldTurn } from './hold-turn.tsx'
import { LockSheet } from './lock-sheet.tsx'
import { showOffer } from './lock-shown.server.ts'
import { OtherLocks } from './other-locks.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'
import { SignSheet } from './sign-sheet.tsx'

export const handle: PageHandle = { title: 'pages.held', ticker: 'off' }

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const txid = searchParams.get('txid')?.trim() ?? ''
  const news = await versionOfTyped(txid)
  const { viewer, escrow, hold, reader } = await findHeld(request, txid)
  const { id, transactionId, currency, networkName, amount, contract, stage, turn, expectedWallet, sealed } = escrow
  const step = holdStep(hold, { isOver: isCalledOff(stage) })
  const shown = { id, transactionId, currency, networkName, amount, contract, turn, stage, expectedWallet, sealed }
  if ((step === 'lock' || step === 'check') && reader !== null) await expectLock(deps, id)
  if (step === 'check' && reader !== null) await askForClearance(deps, id)
  const asking = { step, escrow, buyerId: viewer.id, wallet: hold.buyerWallet }
  const offer = reader === 'buyer' ? await showOffer(asking) : null
  const wallet = reader && hold.lock ? walletOfReader(hold, reader) : null
  const signer = { escrow, userId: viewer.id, wallet }
  const exit = step === 'locked' ? await showExit(signer) : null
  const approval = step === 'locked' && !exit ? await showApproval(signer) : null
  const rest = exit || approval ? null : await showRest(signer)
  const back = reader === 'buyer' ? await showReturn(signer) : null
  const lapse = step === 'locked' ? showLapse({ escrow, hold, reader, exit }) : null
  const linkTo = (hash: string | undefined) =>
    hash === undefined ? null : explorerLink(escrowNetwork(), { network: networkOf(currency), hash })
  const links = { lock: linkTo(hold.lock?.hash), end: linkTo(hold.lock?.end?.hash) }
  return {
    opened: reader === 'buyer' && isJustOpened(step) ? { escrow, link: escrowLink(transactionId) } : null,
    exit,
    approval,
    rest,
    back,
    lapse,
    links,
    escrow: shown,
    hold,
    step,
    reader,
    offer,
    news,
    said: heldIntentOf(searchParams.get('done')),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  const { viewer, escrow, reader } = await findHeld(request, fields.get('txid'))
  const intent = heldIntentOf(fields.get('intent'))
  const refusal =
    intent === null || reader === null
      ? refuse('escrow_not_found')
      : await act(intent, { escrowId: escrow.id, viewer, fields })
  if (!refusal) return redirect(`/held?txid=${encodeURIComponent(escrow.transactionId)}&done=${intent}`, 303)
  const typed = { walletAddress: fields.get('walletAddress'), walletMemo: fields.get('walletMemo') }
  const typedHash = fields.get('lockHash').slice(0, LONGEST_SHOWN)
  return data({ refusal, typedHash, typed: shownWallets(typed, [refusal]) }, { status: 400 })
}

/** The buyer has submitted it, and nothing is locked yet: the page is the one after submission (spec §2). */
function isJustOpened(step: HoldStep): boolean {
  return step === 'agree' || step === 'prepare' || step === 'check' || step === 'lock'
}

function walletOfReader({ buyerWallet, agreed }: ShownHold, reader: Reader): string | null {
  return reader === 'buyer' ? buyerWallet : (agreed?.sellerWallet ?? null)
}

/** Whatever was pasted in the place of a hash. */
const LONGEST_SHOWN = 200

export const shouldRevalidate = readAnew

export default function Held() {
  const { t, i18n } = useTranslation()
  const { escrow, hold, links, step, reader, offer, exit, approval, rest, back, lapse, news, said, opened } =
    useLoaderData<typeof loader>()
  const signing = exit ?? approval ?? rest
  const answer = useAnswer<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const refusal = answer?.refusal ?? null
  const problem = refusal && { field: refusal.field, text: datedRefusalText(t, refusal, i18n.language) }
  const isTyping = reader !== null && (step === 'agree' || step === 'lock' || signing !== null || back !== null)
  return (
    <>
      <LiveUpdates news={news} seconds={10} />
      {!isTyping && step !== 'ended' && <RefreshWithoutScript seconds={20} />}
      {problem && <ErrorSummary problems={[problem]} />}
      {said && !answer && <Note tone="good" role="status" title={t(`held.said.${said}`)} />}
      <HoldTurn
        escrow={escrow}
        hold={hold}
        step={step}
        lapse={lapse}
        exit={exit ?? approval}
        reader={reader}
        isToTake={rest?.kind === 'take'}
        isLed={opened !== null}
      />
      <Desk
        after
        aside={
          <>
            <HoldFacts
              escrow={escrow}
              hold={hold}
              links={links}
              step={step}
              hasLapsed={lapse !== null}
              reader={reader}
              isIdShown={opened !== null}
            />
            <WriteToUs subject={t('contact.aboutEscrow', { replace: { reference: escrow.transactionId } })} />
          </>
        }
      >
        {reader === 'seller' && isJustOpened(step) && (
          <AgreeSheet escrow={escrow} hold={hold} problem={problem} typed={answer?.typed ?? null} isBusy={isBusy} />
        )}
        {offer && (
          <LockSheet
            escrow={escrow}
            hold={hold}
            offer={offer}
            problem={problem}
            typedHash={answer?.typedHash}
            isBusy={isBusy}
          />
        )}
        {reader === 'buyer' && hold.mayClaim && <ClaimSheet transactionId={escrow.transactionId} isBusy={isBusy} />}
        {signing && <SignSheet escrow={escrow} hold={hold} signing={signing} problem={problem} isBusy={isBusy} />}
        {back && <SignSheet escrow={escrow} hold={hold} signing={back} problem={problem} isBusy={isBusy} />}
        <OtherLocks escrow={escrow} hold={hold} reader={reader} isBusy={isBusy} />
        {opened && <IdSheet {...opened} isNext={false} />}
        {reader !== null && step === 'locked' && <RecoverySheet escrow={escrow} />}
      </Desk>
    </>
  )
}
