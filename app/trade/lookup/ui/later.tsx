/** Parts that work as plain HTML and that few readers need at once: the browser loads them after the page. */
import type { ComponentProps } from 'react'
import { Later, loadLater } from '#app/kernel/ui/live/later.tsx'
import type { TermsSheet as Terms } from '#app/trade/terms/ui/terms-sheet.tsx'
import type { RejectedVersions as Rejected } from './escrow-documents.tsx'
import type { EscrowTrack as Track } from './escrow-track.tsx'
import type { OtherDeposits as Deposits } from './onchain/other-deposits.tsx'
import type { Part as AnyPart } from './parts.tsx'
import type { ShareEscrow as SharedMessage } from './sharing/share-escrow.tsx'
import type { Sure as SurePage } from './sure.tsx'

const load = () => import('./parts.tsx')
// The server renders them at once: a page without JavaScript must be complete.
const atOnce = import.meta.env.SSR ? await load() : undefined
const PART = loadLater(atOnce?.Part, async () => (await load()).Part)
const REJECTED = loadLater(atOnce?.RejectedVersions, async () => (await load()).RejectedVersions)
const SHARE = loadLater(atOnce?.ShareEscrow, async () => (await load()).ShareEscrow)
const TRACK = loadLater(atOnce?.EscrowTrack, async () => (await load()).EscrowTrack)
const TERMS = loadLater(atOnce?.TermsSheet, async () => (await load()).TermsSheet)
const DEPOSITS = loadLater(atOnce?.OtherDeposits, async () => (await load()).OtherDeposits)
const SURE = loadLater(atOnce?.Sure, async () => (await load()).Sure)

export function Part(props: ComponentProps<typeof AnyPart>) {
  return <Later part={PART} props={props} />
}

export function RejectedVersions(props: ComponentProps<typeof Rejected>) {
  return <Later part={REJECTED} props={props} />
}

export function EscrowTrack(props: ComponentProps<typeof Track>) {
  return <Later part={TRACK} props={props} />
}

export function ShareEscrow(props: ComponentProps<typeof SharedMessage>) {
  return <Later part={SHARE} props={props} />
}

export function TermsSheet(props: ComponentProps<typeof Terms>) {
  return <Later part={TERMS} props={props} />
}

export function OtherDeposits(props: ComponentProps<typeof Deposits>) {
  return <Later part={DEPOSITS} props={props} />
}

export function Sure(props: ComponentProps<typeof SurePage>) {
  return <Later part={SURE} props={props} />
}
