/** What every email is made from: its messages, its frame, and the pieces that most of them share. */
import type { TFunction } from 'i18next'
import { z } from 'zod'
import type { LinkRow } from '#app/kernel/domain/account-token.ts'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { pathToPart } from '#app/kernel/domain/paging/page-part.ts'
import { type Company, companyFacts } from '#app/kernel/i18n/company.ts'
import { formatMoment } from '#app/kernel/i18n/format.ts'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import type { EmailCustody, Sayings } from './email-custody.ts'
import type { EmailBody, EmailFact } from './layout.ts'

/** The messages of emails in the reader's language. */
export type MailWords = TFunction<['mail', 'common']>

export type EmailContext = {
  t: MailWords
  /** The address that people type, without a trailing slash. */
  origin: string
  supportEmail: string
  company: Company
  language: string
  /** The email's own row, named by the link that switches off its kind. */
  letterId: string
  /** The row behind the reader's invitation, while no seller is bound; null: links lead to the escrow. */
  invitationId: string | null
  /** The language that the link of the invitation asks for; null: the reader's browser decides. */
  lng: Language | null
  custody: EmailCustody
  /** A date of the trade runs: no sentence may say that the money stays until somebody acts. */
  isDated: boolean
  /** The token of a link in plain text; made here and stored nowhere. */
  tokenOf: (row: LinkRow) => string
}

/** Fields of an email's content. Amounts are plain decimal strings, moments ISO strings. */
export const txid = z.string().min(1)
export const amount = z.string().regex(/^\d+(\.\d+)?$/)
export const asset = z.enum(ASSETS)
export const reader = z.enum(['buyer', 'seller'])
/** The state of the email to the other side when this one was first tried; absent: there is none. */
export const otherNotified = z.union([
  z.object({ state: z.enum(['sent', 'waits']), at: z.iso.datetime() }),
  z.object({ state: z.enum(['sending', 'failed', 'limit', 'unconfirmed', 'undeliverable']) }),
])
/** The id of the row behind an account email's link. */
export const tokenId = z.uuid()
/** A path of ours: where the person was asked to sign in, and goes on to after the link. */
export const goOn = z.string().optional()

/** The safety notice for this email's link, and the one for every email. */
export function linkSafety(own: string, { t }: EmailContext): string {
  return `${own} ${t('frame.safety')}`
}

/** A paragraph about whether the other side was written to. */
export function notifiedOther(
  told: z.infer<typeof otherNotified> | undefined,
  { t, language }: EmailContext,
): string[] {
  if (!told) return []
  const time = 'at' in told ? formatMoment(told.at, language) : ''
  return [t(`common:escrow.told.${told.state}`, { time })]
}

/** What an email says itself; the rest of the frame is the same for all. */
export type EmailText = Omit<
  EmailBody,
  'preview' | 'safety' | 'support' | 'footer' | 'sender' | 'heading' | 'facts' | 'action' | 'off' | 'languages'
> & {
  /** Absent: the subject. */
  heading?: string
  /** Offers the link's page in every other language: the reader may not read this one. */
  offersLanguages?: boolean
  facts?: EmailFact[]
  /** Emails of this kind can be switched off. */
  off?: { label: string }
  /** The safety notice for the link; absent: the one for every email. */
  safety?: string
  action: { label: string; path: string }
}

export type EscrowText = Omit<EmailText, 'action'> & {
  /** Absent: the button opens the escrow. */
  actionLabel?: string
  /** Absent: it leads to the escrow; for a seller who is not bound yet, by the link of the invitation. */
  actionPath?: string
  /** The part of the escrow's page for this action. */
  actionAnchor?: string
  why?: string
  /** The money has left: no date returns it any more. */
  hasLeft?: boolean
}

export type ContentOf<Fields extends z.ZodRawShape> = z.infer<z.ZodObject<Fields>>

/** A kind of email: the fields that the outbox stores beside the kind's name, and how they are written. */
export type EmailParts<Fields extends z.ZodRawShape = z.ZodRawShape> = {
  fields: Fields
  write(content: ContentOf<Fields>, context: EmailContext): EmailBody
}

type Say<Content, Text> = (content: Content, context: EmailContext) => Text

/** Defines a kind of email that chooses one of the frames below. */
export function emailOf<Fields extends z.ZodRawShape>(
  fields: Fields,
  write: Say<ContentOf<Fields>, EmailBody>,
): EmailParts<Fields> {
  return { fields, write }
}

/** Defines a kind of email about the reader's account. */
export function ofAccount<Fields extends z.ZodRawShape>(
  fields: Fields,
  say: Say<ContentOf<Fields>, EmailText>,
): EmailParts<Fields> {
  return emailOf(fields, (content, context) => aboutAccount(say(content, context), context))
}

/** Defines a kind of email about one escrow. */
export function ofEscrow<Fields extends { txid: typeof txid }>(
  fields: Fields,
  say: Say<ContentOf<Fields> & { txid: string }, EscrowText>,
): EmailParts<Fields> {
  return emailOf(fields, (content, context) => {
    const about = content as ContentOf<Fields> & { txid: string }
    return aboutEscrow(say(about, context), about, context)
  })
}

/** Names the escrow and links to it. */
export function aboutEscrow(letter: EscrowText, escrow: { txid: string }, context: EmailContext): EmailBody {
  const { t } = context
  const {
    actionLabel = t('action.openEscrow'),
    actionAnchor,
    actionPath = invitationPath(context) ?? pagePath(escrow, actionAnchor),
    why = t('frame.whyEscrow', { txid: escrow.txid }),
    hasLeft = false,
    ...text
  } = letter
  const isInvited = letter.actionPath === undefined && context.invitationId !== null
  const facts = [
    ...(letter.facts ?? []),
    ...(hasLeft ? [] : untilFact(context)),
    { label: t('facts.escrow'), value: escrow.txid, isCode: true },
  ]
  const safety = text.safety ?? (isInvited ? linkSafety(t('escrowOpened.safety'), context) : undefined)
  return inFrame(
    { ...text, ...(safety && { safety }), facts, action: { label: actionLabel, path: actionPath } },
    why,
    context,
  )
}

function pagePath({ txid: id }: { txid: string }, anchor: string | undefined): string {
  const path = `/dashboard?txid=${encodeURIComponent(id)}`
  return anchor === undefined ? path : pathToPart(path, anchor)
}

/** For a side whose wallet has to sign: says so, and links to the page that shows what to sign. */
export function toSign({ txid: id }: { txid: string }, context: EmailContext) {
  const { t } = context
  return {
    turn: t('frame.yourTurn'),
    actionLabel: t('action.sign'),
    actionPath: `/held?txid=${encodeURIComponent(id)}`,
    safety: linkSafety(t('held.safety'), context),
  }
}

/** The row of the date that returns the money. */
function untilFact({ t, custody: { until }, language }: EmailContext): EmailFact[] {
  return until === null ? [] : [{ label: t('common:held.choice.until'), value: formatMoment(until, language) }]
}

/** Renders the sentences, which may name the date of custody as `time`, beside `values`. */
export function sayAll(
  keys: Sayings,
  { t, custody: { until }, language }: EmailContext,
  values: object = {},
): string[] {
  const time = until === null ? '' : formatMoment(until, language)
  return keys.map((key) => t(key, { time, ...values }))
}

export function howItMoves(context: EmailContext): string[] {
  return sayAll(context.custody.how, context)
}

function invitationPath(context: EmailContext): string | null {
  const { invitationId: id, lng } = context
  if (id === null) return null
  return inLanguage(accountLink('/invitation', { id, purpose: 'invitation' }, context), lng)
}

function inLanguage(path: string, lng: Language | null): string {
  return lng === null ? path : `${path}&lng=${lng}`
}

export function aboutAccount(letter: EmailText, context: EmailContext): EmailBody {
  return inFrame(letter, context.t('frame.whyAccount'), context)
}

/** To a typed address that may be a typo: it reveals nothing about any account. */
export function aboutTypedAddress(letter: EmailText, context: EmailContext): EmailBody {
  return inFrame(letter, context.t('frame.whyTyped'), context)
}

/** To somebody who may have no account; its footer says why it came. */
export function aboutLink(letter: EmailText, why: string, context: EmailContext): EmailBody {
  return inFrame(letter, why, context)
}

/** About the service itself, to its operators. */
export function aboutService(letter: EmailText, context: EmailContext): EmailBody {
  return inFrame(letter, context.t('frame.whyOperator'), context)
}

type AccountPage = '/confirm-email' | '/reset-password' | '/change-email' | '/keep-email' | '/invitation' | '/reseller'

/** The path of a link that opens an account, for the button of the email. */
export function accountLink(page: AccountPage, row: LinkRow, { tokenOf }: EmailContext): string {
  return `${page}?token=${tokenOf(row)}`
}

/** The link, with the path to go on to after it. */
export function thenTo(path: string | undefined, link: string): string {
  return path ? `${link}&redirectTo=${encodeURIComponent(path)}` : link
}

/** The page of the invitation in every language but the email's. */
function languageLinks(context: EmailContext): EmailBody['languages'] {
  const { t, origin, language } = context
  const path = invitationPath({ ...context, lng: null })
  if (path === null) return undefined
  const links = (Object.keys(LANGUAGES) as Language[])
    .filter((each) => each !== language)
    .map((each) => ({ language: each, href: `${origin}${inLanguage(path, each)}` }))
  return { label: t('frame.readIn'), links }
}

function inFrame({ off, offersLanguages, ...letter }: EmailText, why: string, context: EmailContext): EmailBody {
  const { t, origin, supportEmail, company, letterId, tokenOf } = context
  const token = off && tokenOf({ id: letterId, purpose: 'letters_off' })
  return {
    ...letter,
    ...(off && {
      off: {
        label: off.label,
        href: `${origin}/letters?letter=${letterId}&token=${token}`,
        oneClick: `${origin}/letters/one-click?letter=${letterId}&token=${token}`,
      },
    }),
    languages: offersLanguages ? languageLinks(context) : undefined,
    heading: letter.heading ?? letter.subject,
    preview: letter.paragraphs[0] ?? letter.heading ?? letter.subject,
    facts: letter.facts ?? [],
    action: { label: letter.action.label, href: `${origin}${letter.action.path}` },
    safety: letter.safety ?? t('frame.safety'),
    support: { label: t('frame.support'), address: supportEmail },
    footer: [why, t('frame.copyright')],
    sender: companyFacts(company, ['name', 'address', 'register', 'licence', 'phone', 'hours']).map(
      ({ part, value }) => ({
        label: t(`common:company.${part}`),
        value,
      }),
    ),
  }
}
