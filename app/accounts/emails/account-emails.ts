/** Emails about somebody's account: its address, its password, checks, its end. */
import { z } from 'zod'
import { pathInEmail } from '#app/accounts/domain/access.ts'
import { SUPPLEMENT_DAY } from '#app/accounts/domain/service-terms.ts'
import { plainName } from '#app/kernel/domain/words/person-name.ts'
import {
  aboutTypedAddress,
  accountLink,
  type ContentOf,
  type EmailContext,
  emailOf,
  goOn,
  linkSafety,
  ofAccount,
  ofEscrow,
  reader,
  thenTo,
  tokenId,
  txid,
} from '#app/kernel/emails/email.ts'
import { codeFact } from '#app/kernel/emails/facts.ts'
import { formatDay, formatList, formatMoment } from '#app/kernel/i18n/format.ts'
import { ASKED_DETAILS, type AskedDetail } from '#app/screening/domain/review.ts'

const welcomed = {
  name: z.string(),
  role: z.enum(['buyer', 'seller']),
  /** A pilot buyer has one transaction free. */
  isPilot: z.boolean().optional(),
  /** What the service fee covers. Missing in emails written when it was always paid once. */
  serviceFee: z.enum(['once', 'each']).optional(),
  /** Missing in emails written before addresses were confirmed. */
  tokenId: tokenId.optional(),
  goOn,
  /** The escrow that invited the person, which confirmed the address. */
  txid: txid.optional(),
}

export const ACCOUNT_EMAILS = {
  /** The first email of an account: its link confirms the address. */
  welcome: ofAccount(welcomed, (content, context) => {
    const { t } = context
    const { tokenId: id, name } = content
    return {
      subject: t('welcome.subject'),
      turn: t('frame.yourTurn'),
      heading: t('welcome.heading', { name: plainName(name) }),
      paragraphs: [...(id ? [t('welcome.confirm')] : []), nextStep(content, context)],
      ...(id ? confirming({ tokenId: id, goOn: content.goOn }, context) : { action: firstStep(content, context) }),
    }
  }),

  /** The link of the welcome email again, on request. */
  confirm_email: ofAccount({ name: z.string(), tokenId, goOn }, (content, context) => ({
    subject: context.t('confirmEmail.subject'),
    turn: context.t('frame.yourTurn'),
    paragraphs: [context.t('welcome.confirm'), context.t('confirmEmail.older')],
    ...confirming(content, context),
  })),

  /** To whoever forgot the password of an account, or whose address somebody else typed. */
  password_reset: ofAccount({ tokenId, goOn }, (content, context) => {
    const { t } = context
    const link = accountLink('/reset-password', { id: content.tokenId, purpose: 'reset_password' }, context)
    return {
      subject: t('passwordReset.subject'),
      paragraphs: [t('passwordReset.body'), t('passwordReset.ignore')],
      action: { label: t('action.resetPassword'), path: thenTo(content.goOn, link) },
      safety: linkSafety(t('passwordReset.safety'), context),
    }
  }),

  /** Notifies the owner, so that nobody loses an account unnoticed. */
  password_changed: ofAccount({ changedAt: z.iso.datetime() }, ({ changedAt }, { t, language }) => ({
    subject: t('passwordChanged.subject'),
    turn: t('frame.done'),
    paragraphs: [t('passwordChanged.body')],
    facts: [{ label: t('passwordChanged.changedAt'), value: formatMoment(changedAt, language) }],
    warning: { title: t('passwordChanged.doubtTitle'), text: t('passwordChanged.doubt') },
    action: { label: t('action.notMe'), path: '/forgot-password' },
  })),

  /** Notifies of a change to the second factor. `stillUntil`: by an operator; the account is frozen until then. */
  account_secured: ofAccount(
    {
      what: z.enum(['second_factor_set', 'second_factor_off', 'second_factor_reset', 'recovery_code_used']),
      at: z.iso.datetime(),
      stillUntil: z.iso.datetime().optional(),
    },
    ({ what, at, stillUntil }, { t, language }) => ({
      subject: t(`accountSecured.${what}.subject`),
      turn: t('frame.done'),
      paragraphs: [
        t(`accountSecured.${what}.body`),
        ...(stillUntil ? [t('common:standsStill.until', { time: formatMoment(stillUntil, language) })] : []),
      ],
      facts: [{ label: t('passwordChanged.changedAt'), value: formatMoment(at, language) }],
      warning: { title: t('passwordChanged.doubtTitle'), text: t('passwordChanged.doubt') },
      action: { label: t('action.notMe'), path: '/forgot-password' },
    }),
  ),

  /** To the address that somebody wants for an account. It may be mistyped: it reveals nothing of the account. */
  email_change: emailOf({ tokenId }, ({ tokenId: id }, context) => {
    const { t } = context
    return aboutTypedAddress(
      {
        subject: t('emailChange.subject'),
        turn: t('frame.yourTurn'),
        paragraphs: [t('emailChange.body')],
        action: {
          label: t('action.confirmEmail'),
          path: accountLink('/change-email', { id, purpose: 'change_email' }, context),
        },
        safety: linkSafety(t('confirmEmail.safety'), context),
      },
      context,
    )
  }),

  /**
   * To the account's old address, with a link that stops the change, before and after it is done. `stillUntil`: an
   * operator changed the address, and the account is frozen until then.
   */
  email_change_told: ofAccount(
    { to: z.string(), tokenId, stillUntil: z.iso.datetime().optional() },
    ({ to: email, tokenId: id, stillUntil }, context) => {
      const { t, language } = context
      return {
        subject: t('emailChangeTold.subject'),
        turn: t('frame.theirTurn'),
        paragraphs: [
          stillUntil
            ? t('emailChangeTold.byOperator', { email, time: formatMoment(stillUntil, language) })
            : t('emailChangeTold.body', { email }),
        ],
        warning: { title: t('passwordChanged.doubtTitle'), text: t('emailChangeTold.doubt') },
        action: {
          label: t('emailChangeTold.keep'),
          path: accountLink('/keep-email', { id, purpose: 'keep_email' }, context),
        },
        safety: `${t('passwordReset.safety')} ${t('emailChangeTold.safety')}`,
      }
    },
  ),

  /** To the owner of an account whose address somebody tried to use for another one. */
  account_exists: ofAccount({}, (_, { t }) => ({
    subject: t('accountExists.subject'),
    turn: t('frame.theirTurn'),
    paragraphs: [t('accountExists.body'), t('accountExists.ignore')],
    action: { label: t('common:nav.login'), path: '/login' },
  })),

  /**
   * The last email of an account: what is kept of it, and until when (null: nothing had to be kept). `comparedUntil`:
   * until when screenings against sanctions lists are kept; missing in older emails.
   */
  account_closed: ofAccount(
    {
      closedAt: z.iso.datetime(),
      keptUntil: z.iso.datetime().nullable(),
      comparedUntil: z.iso.datetime().optional(),
    },
    ({ closedAt, keptUntil, comparedUntil }, { t, language }) => ({
      subject: t('accountClosed.subject'),
      turn: t('frame.done'),
      paragraphs: [
        t('accountClosed.body'),
        keptUntil === null
          ? t('accountClosed.keptNothing')
          : t('accountClosed.kept', { day: formatDay(keptUntil, language) }),
        ...(comparedUntil ? [t('accountClosed.compared', { day: formatDay(comparedUntil, language) })] : []),
      ],
      facts: [{ label: t('accountClosed.closedAt'), value: formatMoment(closedAt, language) }],
      warning: { title: t('passwordChanged.doubtTitle'), text: t('payoutWalletAgreed.doubt') },
      action: { label: t('action.notMe'), path: '/contact' },
    }),
  ),

  /**
   * To somebody whose account is being checked: that it has begun, what is missing, that it is over. It reveals nothing
   * of matches, lists, or reasons (decision 110). `asked`: only with 'asked'.
   */
  account_checked: ofAccount(
    { what: z.enum(['begun', 'asked', 'done']), asked: z.array(z.enum(ASKED_DETAILS)).optional() },
    ({ what, asked = [] }, context) => {
      const { t } = context
      if (what === 'asked') return askedFor(asked, context)
      return {
        subject: t(what === 'begun' ? 'common:checked.title' : 'accountChecked.done'),
        turn: t('frame.theirTurn'),
        paragraphs:
          what === 'begun'
            ? [t('common:checked.account'), t('accountChecked.howLong')]
            : [t('accountChecked.doneBody')],
        action: { label: t('common:nav.dashboard'), path: '/dashboard' },
      }
    },
  ),

  /** To the other side of an open escrow: whose account is frozen and until when, without the particular reason. */
  account_stands_still: ofEscrow({ txid, whose: reader, until: z.iso.datetime() }, ({ until }, { t, language }) => ({
    subject: t('standsStill.heading'),
    turn: t('frame.theirTurn'),
    paragraphs: [t('common:standsStill.otherSide', { time: formatMoment(until, language) })],
  })),

  /**
   * To somebody with open escrows (`escrows`: some IDs): the terms' supplement, and that it changes nothing of these.
   */
  terms_changed: ofAccount({ escrows: z.array(txid) }, ({ escrows }, { t, language }) => ({
    subject: t('termsChanged.subject', { date: formatDay(SUPPLEMENT_DAY, language) }),
    turn: t('frame.theirTurn'),
    paragraphs: [
      t('termsChanged.dates'),
      t('termsChanged.links'),
      t('termsChanged.open'),
      t('termsChanged.openDates'),
      t('termsChanged.from'),
    ],
    facts: escrows.flatMap((id) => codeFact(t('facts.escrow'), id)),
    action: { label: t('termsChanged.action'), path: '/terms' },
  })),
}

function nextStep(content: ContentOf<typeof welcomed>, { t }: EmailContext): string {
  const { role, isPilot, serviceFee = 'once', txid: invitedTo } = content
  if (invitedTo) return t('welcome.invited')
  if (role === 'seller') return t('welcome.seller')
  return isPilot ? t('welcome.pilot') : t(`welcome.buyer.${serviceFee}`)
}

function firstStep({ role, isPilot, txid: invitedTo }: ContentOf<typeof welcomed>, { t }: EmailContext) {
  if (invitedTo) return { label: t('action.openEscrow'), path: `/dashboard?txid=${encodeURIComponent(invitedTo)}` }
  if (role === 'seller') return { label: t('action.confirm'), path: pathInEmail('/seller-confirm') }
  return isPilot ? { label: t('action.submitFirst'), path: '/submit' } : { label: t('action.pay'), path: '/payment' }
}

function confirming({ tokenId: id, goOn }: { tokenId: string; goOn?: string | undefined }, context: EmailContext) {
  const { t } = context
  const link = accountLink('/confirm-email', { id, purpose: 'confirm_email' }, context)
  return {
    action: { label: t('action.confirmEmail'), path: thenTo(goOn, link) },
    safety: linkSafety(t('confirmEmail.safety'), context),
  }
}

function askedFor(asked: readonly AskedDetail[], { t, language }: EmailContext) {
  const names = asked.map((detail) => t(`common:checked.asked.${detail}`))
  const details = formatList(names, language)
  const isContact = asked.every((detail) => detail === 'contact')
  return {
    subject: t('common:checked.missing'),
    turn: t('frame.yourTurn'),
    paragraphs: [t('common:checked.what', { details }), t('accountChecked.give'), t('common:checked.account')],
    action: isContact
      ? { label: t('common:nav.contact'), path: '/contact' }
      : { label: t('common:pages.about'), path: '/settings/about' },
  }
}
