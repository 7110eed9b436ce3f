/** Parts that work as plain HTML and that few sellers need at once: the browser loads them after the page. */
import type { ComponentProps } from 'react'
import { Later, loadLater } from '#app/kernel/ui/live/later.tsx'
import type * as Parts from './parts.tsx'

const load = () => import('./parts.tsx')
// The server renders them at once: a page without JavaScript must be complete.
const atOnce = import.meta.env.SSR ? await load() : undefined
const ONCHAIN = loadLater(atOnce?.OnchainNote, async () => (await load()).OnchainNote)
const HINTS = loadLater(atOnce?.ChecksNote, async () => (await load()).ChecksNote)
const FACTS = loadLater(atOnce?.StatedFactsFields, async () => (await load()).StatedFactsFields)
const RECEIVED = loadLater(atOnce?.ConfirmationReceived, async () => (await load()).ConfirmationReceived)
const MINE = loadLater(atOnce?.MyEscrows, async () => (await load()).MyEscrows)

const REJECTION = loadLater(atOnce?.RejectionNote, async () => (await load()).RejectionNote)

export function OnchainNote(props: ComponentProps<typeof Parts.OnchainNote>) {
  return <Later part={ONCHAIN} props={props} />
}

export function ChecksNote(props: ComponentProps<typeof Parts.ChecksNote>) {
  return <Later part={HINTS} props={props} />
}

export function StatedFactsFields(props: ComponentProps<typeof Parts.StatedFactsFields>) {
  return <Later part={FACTS} props={props} />
}

export function ConfirmationReceived(props: ComponentProps<typeof Parts.ConfirmationReceived>) {
  return <Later part={RECEIVED} props={props} />
}

export function MyEscrows(props: ComponentProps<typeof Parts.MyEscrows>) {
  return <Later part={MINE} props={props} />
}

export function RejectionNote(props: ComponentProps<typeof Parts.RejectionNote>) {
  return <Later part={REJECTION} props={props} />
}
